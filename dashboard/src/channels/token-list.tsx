import { act } from '../api/client.ts'
import type { Token } from '../api/queries.ts'
import { useChange } from '../api/use-change.ts'
import { Problem } from '../parts/notice.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Section } from '../parts/section.tsx'
import { fullTime, relativeTime } from '../time.ts'
import { AUDIENCE_NAMES } from './new-token-form.tsx'

interface Props {
  account: string
  /** The server's time. */
  now: number
  tokens: Token[]
}

export function TokenList({ account, now, tokens }: Props) {
  const revoke = useChange(['tokens'], (token: string) => act(account, 'token revoke', { id: token }))
  if (tokens.length === 0) return <p className="text-quiet">No tokens yet.</p>
  return (
    <Section title="Tokens">
      <Problem error={revoke.error} />
      <Rows>
        {tokens.map(token => (
          <Row
            key={token.id}
            title={token.name}
            meta={
              <>
                {AUDIENCE_NAMES[token.audience]} · <code className="font-mono text-xs">{token.prefix}…</code>{' '}
                · <State token={token} now={now} />
              </>
            }
            action={
              token.state === 'active' && (
                <Confirm
                  verb="Remove"
                  label={`Remove ${token.name}`}
                  question={`Remove the token “${token.name}”?`}
                  onConfirm={() => revoke.mutate(token.id)}
                >
                  Programs that use it lose access immediately. This cannot be undone.
                </Confirm>
              )
            }
          />
        ))}
      </Rows>
    </Section>
  )
}

function State({ token: { state, lastUsedAt, expiresAt }, now }: { token: Token; now: number }) {
  if (state !== 'active') return state
  const used = lastUsedAt === null ? 'never used' : `used ${relativeTime(lastUsedAt, now)}`
  const end = expiresAt === null ? 'never expires' : `expires ${relativeTime(expiresAt, now)}`
  return (
    <span title={expiresAt === null ? undefined : `Expires ${fullTime(expiresAt)}`}>
      {used}, {end}
    </span>
  )
}
