import { useQuery } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { base } from '../api.ts'
import { ClientList, ClientsLoading } from '../clients/client-list.tsx'
import { Button } from '../parts/button.tsx'
import { Copy } from '../parts/copy.tsx'
import { Problem } from '../parts/notice.tsx'
import { Title } from '../parts/title.tsx'
import { clientsQuery } from '../queries.ts'
import { accountRoute } from './account.tsx'

export const clientsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/clients',
  component: Clients,
})

const docs = `${base.replace(/app\/$/, '')}docs/mcp`

function Clients() {
  const { me, own } = accountRoute.useLoaderData()
  const { data, error, isPending, refetch } = useQuery(clientsQuery(own.id))
  return (
    <div className="grid max-w-[720px] gap-8">
      <div className="grid gap-1">
        <Title>Connected clients</Title>
        <p className="text-quiet">
          {own.role === 'owner'
            ? `Assistants and other apps that members allowed to read the highlights of ${own.name}. They cannot change anything.`
            : `Assistants and other apps that you allowed to read the highlights of ${own.name}. They cannot change anything.`}
        </p>
      </div>
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
      {error && (
        <div className="grid justify-items-start gap-3">
          <Problem error={error} />
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data && <ClientList account={own.id} self={me.person.id} now={data.now} clients={data.clients} />}
    </div>
  )
}
