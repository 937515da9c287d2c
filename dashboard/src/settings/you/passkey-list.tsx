import { useMutation, useQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import { addPasskey, canUsePasskeys } from '../../api/passkeys.ts'
import { ownSignInQuery, queryClient, welcomeQuery } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Done, Problem } from '../../parts/notice.tsx'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { fullTime, relativeTime } from '../../time.ts'

type Passkey = Awaited<ReturnType<NonNullable<typeof ownSignInQuery.queryFn>>>['passkeys'][number]

const refresh = () => void queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey })

/** The passkeys of a person. Nothing where there are none and none can be made. */
export function PasskeyList({ now, passkeys }: { now: number; passkeys: Passkey[] }) {
  const { data: welcome } = useQuery(welcomeQuery)
  const add = useMutation({ mutationFn: addPasskey, onSettled: refresh })
  const remove = useMutation({
    mutationFn: (passkey: string) => call(api.me.passkeys[':passkey'].$delete({ param: { passkey } })),
    onSettled: refresh,
  })
  const isPossible = welcome?.passkeys === true && canUsePasskeys()
  if (passkeys.length === 0 && !isPossible) return null
  return (
    <section aria-labelledby="own-passkeys" className="grid gap-3">
      <h2 id="own-passkeys" className="text-l font-semibold">
        Passkeys
      </h2>
      <p className="max-w-text text-quiet">
        Sign in with your fingerprint, your face or the PIN of your device, without a password or a link.
      </p>
      <Problem error={add.error ?? remove.error} />
      {passkeys.length > 0 && (
        <ul className="border-b border-line/60">
          {passkeys.map(({ id, device, createdAt, lastUsedAt }) => (
            <li
              key={id}
              className="grid min-h-14 grid-cols-[1fr_auto] items-center gap-x-4 border-t border-line/60 py-3"
            >
              <div className="min-w-0">
                <p className="truncate font-semibold">Added with {device}</p>
                <p className="truncate text-s text-quiet" title={`Added ${fullTime(createdAt)}`}>
                  Added {relativeTime(createdAt, now)},{' '}
                  {lastUsedAt === null ? 'never used' : `last used ${relativeTime(lastUsedAt, now)}`}
                </p>
              </div>
              <Confirm
                verb="Remove"
                label={`Remove the passkey added with ${device}`}
                question="Remove this passkey?"
                onConfirm={() => remove.mutate(id)}
              >
                Nobody can sign in with it any more. Sessions that it began go on.
              </Confirm>
            </li>
          ))}
        </ul>
      )}
      {isPossible && (
        <div>
          <Button busy={add.isPending} onClick={() => add.mutate()}>
            Add a passkey
          </Button>
        </div>
      )}
      <Done>{add.data === true ? 'Passkey added. You can sign in with it from now on.' : null}</Done>
    </section>
  )
}
