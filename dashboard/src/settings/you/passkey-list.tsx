import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import { addPasskey, canUsePasskeys } from '../../api/passkeys.ts'
import { type ownSignInQuery, welcomeQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { Done, Problem } from '../../parts/notice.tsx'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { fullTime, relativeTime } from '../../time.ts'

type Passkey = Awaited<ReturnType<NonNullable<typeof ownSignInQuery.queryFn>>>['passkeys'][number]

/** The passkeys of a person. Renders nothing if there are none and none can be made. */
export function PasskeyList({ now, passkeys }: { now: number; passkeys: Passkey[] }) {
  const { data: welcome } = useQuery(welcomeQuery)
  const add = useChange(['own-sign-in'], addPasskey)
  const remove = useChange(['own-sign-in'], (passkey: string) =>
    call(api.me.passkeys[':passkey'].$delete({ param: { passkey } })),
  )
  const isPossible = welcome?.passkeys === true && canUsePasskeys()
  if (passkeys.length === 0 && !isPossible) return null
  return (
    <Section
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or the PIN of your device, without a password or a link."
    >
      <Problem error={add.error ?? remove.error} />
      <Rows>
        {passkeys.map(({ id, device, createdAt, lastUsedAt }) => (
          <Row
            key={id}
            title={`Added with ${device}`}
            meta={
              <span title={`Added ${fullTime(createdAt)}`}>
                Added {relativeTime(createdAt, now)},{' '}
                {lastUsedAt === null ? 'never used' : `last used ${relativeTime(lastUsedAt, now)}`}
              </span>
            }
            action={
              <Confirm
                verb="Remove"
                label={`Remove the passkey added with ${device}`}
                question="Remove this passkey?"
                onConfirm={() => remove.mutate(id)}
              >
                Nobody can sign in with it any more. Sessions that it began go on.
              </Confirm>
            }
          />
        ))}
      </Rows>
      {isPossible && (
        <div>
          <Button aria-label="Add a passkey" change={add}>
            Add
          </Button>
        </div>
      )}
      <Done>{add.data === true ? 'Passkey added. You can sign in with it from now on.' : null}</Done>
    </Section>
  )
}
