import { useQuery } from '@tanstack/react-query'
import { base } from '../api/client.ts'
import { clientsQuery } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Copy } from '../parts/copy.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { ClientList, ClientsLoading } from './client-list.tsx'

const docs = `${base.replace(/app\/$/, '')}docs/mcp`

export function ClientsPage() {
  const { id: account, name, person, may } = useAccount()
  const { data, error, isPending, refetch } = useQuery(clientsQuery(account))
  return (
    <Page
      title="Connected clients"
      lead={
        may('owner')
          ? `Assistants and other apps that members allowed to read the highlights of ${name}. They cannot change anything.`
          : `Assistants and other apps that you allowed to read the highlights of ${name}. They cannot change anything.`
      }
    >
      <section aria-labelledby="connect" className="grid gap-3">
        <h2 id="connect" className="text-l font-semibold">
          Connect a client
        </h2>
        <p className="text-pretty">
          Add this address as an MCP server in the client. It sends you back here to approve.{' '}
          <a href={docs} className="text-accent underline">
            How to connect each client
          </a>
        </p>
        {data ? (
          <Copy text={data.address} label="Copy the MCP server address" />
        ) : (
          <div className="h-9 rounded-md bg-raised" />
        )}
      </section>
      {isPending && <ClientsLoading />}
      {error && <LoadError error={error} onRetry={refetch} />}
      {data && <ClientList account={account} self={person?.id ?? ''} now={data.now} clients={data.clients} />}
    </Page>
  )
}
