import { useMutation } from '@tanstack/react-query'
import { act } from '../api/client.ts'
import { queryClient, type Token } from '../api/queries.ts'
import { Problem } from '../parts/notice.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { fullTime, relativeTime } from '../time.ts'
import { AUDIENCE_NAMES } from './new-token-form.tsx'

interface Props {
  account: string
  /** The server's time. */
  now: number
  tokens: Token[]
}

const rowClass =
  'grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-t border-line/60 py-3 sm:grid-cols-[1fr_180px_96px]'

export function TokenList({ account, now, tokens }: Props) {
  const revoke = useMutation({
    mutationFn: (token: string) => act(account, 'token revoke', { id: token }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['tokens', account] }),
  })
  if (tokens.length === 0) return <p className="text-quiet">No tokens yet.</p>
  return (
    <section aria-labelledby="tokens" className="grid gap-3">
      <h2 id="tokens" className="text-l font-semibold">
        Tokens
      </h2>
      <Problem error={revoke.error} />
      <ul className="border-b border-line/60">
        {tokens.map(token => (
          <li key={token.id} className={rowClass}>
            <div className="col-span-2 min-w-0 sm:col-span-1">
              <p className="truncate font-semibold">{token.name}</p>
              <p className="truncate text-s text-quiet">
                {AUDIENCE_NAMES[token.audience]} · <code className="font-mono text-xs">{token.prefix}…</code>
              </p>
            </div>
            <State token={token} now={now} />
            {token.state === 'active' && (
              <div className="justify-self-end">
                <Confirm
                  verb="Revoke"
                  label={`Revoke ${token.name}`}
                  question={`Revoke the token “${token.name}”?`}
                  onConfirm={() => revoke.mutate(token.id)}
                >
                  Programs that use it lose access immediately. This cannot be undone.
                </Confirm>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function State({ token: { state, lastUsedAt, expiresAt }, now }: { token: Token; now: number }) {
  const used = lastUsedAt === null ? 'Never used' : `Used ${relativeTime(lastUsedAt, now)}`
  const end = expiresAt === null ? 'never expires' : `expires ${relativeTime(expiresAt, now)}`
  if (state !== 'active')
    return <p className="text-s text-quiet">{state === 'revoked' ? 'Revoked' : 'Expired'}</p>
  return (
    <p
      className="text-s text-quiet"
      title={expiresAt === null ? undefined : `Expires ${fullTime(expiresAt)}`}
    >
      {used}, {end}
    </p>
  )
}
