import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { base } from '../api/client.ts'
import { clientsQuery, tokensQuery } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { ClientList } from './client-list.tsx'
import { NewTokenForm } from './new-token-form.tsx'
import { httpRequest, MCP_CLIENTS } from './snippets.ts'
import { TokenList } from './token-list.tsx'

const docs = `${base.replace(/app\/$/, '')}docs`

/** How to connect assistants, and those that are connected. */
export function AssistantsPage() {
  const { id: account, name, person, may } = useAccount()
  const query = useQuery(clientsQuery(account))
  return (
    <Page
      title="Assistants (MCP)"
      lead={`Give Claude, ChatGPT or another assistant access to the highlights of ${name}. They read, and cannot change anything.`}
    >
      <ConnectSection address={query.data?.address ?? null} />
      <Section
        title="Connected clients"
        lead={
          may('owner')
            ? 'Assistants and apps that members connected.'
            : 'Assistants and apps that you connected.'
        }
      >
        <Loaded query={query} label="Loading clients">
          {({ now, clients }) => (
            <ClientList account={account} self={person?.id ?? ''} now={now} clients={clients} />
          )}
        </Loaded>
      </Section>
    </Page>
  )
}

/** How programs query the highlights, and the tokens that they send. */
export function ApiPage() {
  const { id: account, name, may } = useAccount()
  const { data } = useQuery(clientsQuery(account))
  return (
    <Page
      title="HTTP API"
      lead={
        <>
          Programs read the highlights of {name} with a token. They cannot change anything.{' '}
          <a href={`${docs}/highlights`} className="whitespace-nowrap text-accent underline">
            API reference
          </a>
        </>
      }
      parent={{ to: '/$account/channels', params: { account }, label: 'Channels' }}
    >
      {data ? <Copy text={httpRequest(data.address)} label="Copy the request" /> : <SnippetLoading />}
      {may('owner') ? <TokenSections /> : <p className="text-quiet">Ask an owner for a token.</p>}
    </Page>
  )
}

/** A placeholder for a snippet until the address is known. */
const SnippetLoading = () => <div className="h-9 rounded-md bg-raised" />

/** A snippet for the chosen client, ready to be copied. */
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

/** The tokens, which only owners see and create. */
function TokenSections() {
  const { id: account } = useAccount()
  const query = useQuery(tokensQuery(account))
  return (
    <>
      {!query.error && <NewTokenForm account={account} />}
      <Loaded query={query} label="Loading tokens">
        {({ now, tokens }) => <TokenList account={account} now={now} tokens={tokens} />}
      </Loaded>
    </>
  )
}
