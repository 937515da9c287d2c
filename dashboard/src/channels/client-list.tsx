import { act } from '../api/client.ts'
import type { ConnectedClient } from '../api/queries.ts'
import { useChange } from '../api/use-change.ts'
import { Problem } from '../parts/notice.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { fullTime, relativeTime } from '../time.ts'

interface Props {
  account: string
  self: string
  /** The server's time. */
  now: number
  clients: ConnectedClient[]
}

export function ClientList({ account, self, now, clients }: Props) {
  const disconnect = useChange(['clients'], (id: string) => act(account, 'client disconnect', { id }))
  if (clients.length === 0) return <p className="text-quiet">No clients are connected yet.</p>
  return (
    <div className="grid gap-3">
      <Problem error={disconnect.error} />
      <Rows>
        {clients.map(client => (
          <Row
            key={client.id}
            title={client.name}
            meta={
              <>
                {whose(client, self)} · <Use client={client} now={now} />
              </>
            }
            action={
              <Confirm
                verb="Remove"
                label={`Remove ${client.name} (${client.person.name})`}
                question={`Remove ${client.name}?`}
                onConfirm={() => disconnect.mutate(client.id)}
              >
                It loses access immediately. To use it again, {client.person.id === self ? 'you' : 'they'}{' '}
                must connect it again.
              </Confirm>
            }
          />
        ))}
      </Rows>
    </div>
  )
}

const whose = ({ person }: ConnectedClient, self: string): string =>
  person.id === self ? 'Connected by you' : `Connected by ${person.name}`

function Use({ client: { createdAt, lastUsedAt }, now }: { client: ConnectedClient; now: number }) {
  const at = lastUsedAt ?? createdAt
  return (
    <span title={fullTime(at)}>
      {lastUsedAt === null
        ? `connected ${relativeTime(createdAt, now)}, never used`
        : `used ${relativeTime(lastUsedAt, now)}`}
    </span>
  )
}
