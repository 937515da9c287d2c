import { useState } from 'react'
import { clientsQuery, type DataOf } from '../api/queries.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Time } from '../parts/text/time.tsx'
import { docs, Snippet } from './api-page.tsx'
import { MCP_CLIENTS } from './snippets.ts'

/** How to connect assistants, and those that are connected. */
export function AssistantsPage() {
  const { name, may } = useAccount()
  const query = useAccountQuery(clientsQuery)
  return (
    <Page
      title="Assistants (MCP)"
      lead={`Give Claude, ChatGPT or another assistant access to what ${name} has shipped. They read, and cannot change anything.`}
    >
      <ConnectSection address={query.data?.address} />
      <Section
        title="Connected clients"
        lead={`Assistants and apps that ${may('owner') ? 'members' : 'you'} connected.`}
      >
        <Loaded query={query} label="Loading clients">
          {({ clients }) => <ClientList clients={clients} />}
        </Loaded>
      </Section>
    </Page>
  )
}

/** A snippet for the chosen client, ready to be copied. */
function ConnectSection({ address }: { address: string | undefined }) {
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
      <Snippet key={name} text={address && client?.snippet(address)} label={`Copy the snippet for ${name}`} />
    </Section>
  )
}

function ClientList({ clients }: Pick<DataOf<typeof clientsQuery>, 'clients'>) {
  const { person: self } = useAccount()
  if (clients.length === 0) return <p className="text-quiet">No clients are connected yet.</p>
  return (
    <Rows>
      {clients.map(({ id, name, person, createdAt, lastUsedAt }) => (
        <Row
          key={id}
          title={name}
          meta={
            <>
              Connected by {person.id === self?.id ? 'you' : person.name} ·{' '}
              {lastUsedAt ? 'used' : 'connected'} <Time at={lastUsedAt ?? createdAt} />
              {lastUsedAt === null && ', never used'}
            </>
          }
          action={
            <ChangeButton
              verb="Remove"
              label={`Remove ${name} (${person.name})`}
              send={act => act('client disconnect', { id })}
              question={`Remove ${name}?`}
            >
              It loses access immediately. To use it again, {person.id === self?.id ? 'you' : 'they'} must
              connect it again.
            </ChangeButton>
          }
        />
      ))}
    </Rows>
  )
}
