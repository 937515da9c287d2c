import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { base } from '../api/client.ts'
import { clientsQuery, tokensQuery } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Select } from '../parts/form/select.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { ClientList, ClientsLoading } from './client-list.tsx'
import { NewTokenForm } from './new-token-form.tsx'
import { httpRequest, MCP_CLIENTS } from './snippets.ts'
import { TokenList, TokensLoading } from './token-list.tsx'

const docs = `${base.replace(/app\/$/, '')}docs`

/** How assistants and programs read the highlights: clients that sign in, and tokens. */
export function ApiPage() {
  const { id: account, name, person, may } = useAccount()
  const { data, error, isPending, refetch } = useQuery(clientsQuery(account))
  return (
    <Page
      title="API & MCP"
      lead={`How assistants and programs read the highlights of ${name}. They cannot change anything.`}
    >
      <ConnectSection address={data?.address ?? null} />
      <Section
        title="Connected clients"
        lead={
          may('owner')
            ? 'Assistants and apps that members connected.'
            : 'Assistants and apps that you connected.'
        }
      >
        {isPending && <ClientsLoading />}
        {error && !data && <LoadError error={error} onRetry={refetch} />}
        {data && (
          <ClientList account={account} self={person?.id ?? ''} now={data.now} clients={data.clients} />
        )}
      </Section>
      <HttpSection address={data?.address ?? null} />
      {may('owner') ? <TokenSections /> : <p className="text-quiet">Ask an owner for a token.</p>}
    </Page>
  )
}

/** Keeps the place of a snippet until the address is known. */
const SnippetLoading = () => <div className="h-9 rounded-md bg-raised" />

/** A ready snippet for the chosen client. */
function ConnectSection({ address }: { address: string | null }) {
  const [name, setName] = useState(MCP_CLIENTS[0]?.name ?? '')
  const client = MCP_CLIENTS.find(one => one.name === name)
  return (
    <Section
      title="Connect an assistant"
      lead={
        <>
          Assistants connect to the MCP server and send you back here to approve.{' '}
          <a href={`${docs}/mcp`} className="whitespace-nowrap text-accent underline">
            All ways to connect
          </a>
        </>
      }
    >
      <div className="max-w-form">
        <Select
          label="Client"
          value={name}
          options={MCP_CLIENTS.map(one => ({ value: one.name, label: one.name }))}
          onPick={setName}
        />
      </div>
      <p className="max-w-text text-pretty">{client?.steps}</p>
      {client && address !== null ? (
        <Copy key={name} text={client.snippet(address)} label={`Copy the snippet for ${name}`} />
      ) : (
        <SnippetLoading />
      )}
    </Section>
  )
}

function HttpSection({ address }: { address: string | null }) {
  return (
    <Section
      title="HTTP API"
      lead={
        <>
          Programs send a token with each request.{' '}
          <a href={`${docs}/highlights`} className="whitespace-nowrap text-accent underline">
            API reference
          </a>
        </>
      }
    >
      {address === null ? <SnippetLoading /> : <Copy text={httpRequest(address)} label="Copy the request" />}
    </Section>
  )
}

/** Only owners see tokens and create them. */
function TokenSections() {
  const { id: account } = useAccount()
  const { data, error, isPending, refetch } = useQuery(tokensQuery(account))
  return (
    <>
      {!error && <NewTokenForm account={account} />}
      {isPending && <TokensLoading />}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && <TokenList account={account} now={data.now} tokens={data.tokens} />}
    </>
  )
}
