import { api, call } from '../../api/client.ts'
import type { ownSignInQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/notice.tsx'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { useSignOut } from '../../parts/sign-out.tsx'
import { fullTime, relativeTime } from '../../time.ts'

type Session = Awaited<ReturnType<NonNullable<typeof ownSignInQuery.queryFn>>>['sessions'][number]

/** Where a person is signed in. */
export function SessionList({ now, sessions }: { now: number; sessions: Session[] }) {
  const leave = useSignOut()
  const end = useChange(['own-sign-in'], (session: string) =>
    call(api.me.sessions[':session'].$delete({ param: { session } })),
  )
  const endOthers = useChange(['own-sign-in'], () => call(api.me['sign-out-others'].$post()))
  return (
    <Section title="Devices">
      <Problem error={end.error ?? endOthers.error ?? leave.error} />
      <Rows>
        {sessions.map(({ id, device, isThis, beganAt, lastSeenAt, address }) => (
          <Row
            key={id}
            title={
              <>
                {device}
                {isThis && <span className="font-normal text-quiet"> (this device)</span>}
              </>
            }
            meta={
              <span title={`Signed in ${fullTime(beganAt)}`}>
                Last active {relativeTime(lastSeenAt, now)}
                {address !== null && `, from ${address}`}
              </span>
            }
            action={
              !isThis && (
                <Button
                  variant="tertiary"
                  aria-label={`Sign out on ${device}`}
                  busy={end.isPending}
                  onClick={() => end.mutate(id)}
                >
                  Sign out
                </Button>
              )
            }
          />
        ))}
        {sessions.length > 1 && (
          <Row
            title="All other devices"
            action={
              <Button variant="tertiary" aria-label="Sign out on all other devices" change={endOthers}>
                Sign out
              </Button>
            }
          />
        )}
        <Row
          title="All devices"
          action={
            <Confirm
              verb="Sign out"
              label="Sign out everywhere"
              question="Sign out everywhere?"
              onConfirm={() => leave.mutate('everywhere')}
            >
              This includes this device. All your sessions end immediately.
            </Confirm>
          }
        />
      </Rows>
    </Section>
  )
}
