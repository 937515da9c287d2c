import { api, call } from '../../api/client.ts'
import type { OwnSignIn } from '../../api/queries.ts'
import { ChangeButton } from '../../parts/change-button.tsx'
import { Section } from '../../parts/page.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { useSignOut } from '../../parts/sign-out.tsx'
import { Time } from '../../parts/text/time.tsx'
import { fullTime } from '../../time.ts'

/** Where a person is signed in. */
export function SessionList({ sessions }: Pick<OwnSignIn, 'sessions'>) {
  const leave = useSignOut()
  return (
    <Section title="Devices">
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
                {isThis ? (
                  'Active now'
                ) : (
                  <>
                    Last active <Time at={lastSeenAt} />
                  </>
                )}
                {address !== null && `, from ${address}`}
              </span>
            }
            action={
              !isThis && (
                <ChangeButton
                  verb="Sign out"
                  label={`Sign out on ${device}`}
                  send={() => call(api.me.sessions[':session'].$delete({ param: { session: id } }))}
                />
              )
            }
          />
        ))}
        {sessions.length > 1 && (
          <Row
            title="All other devices"
            action={
              <ChangeButton
                verb="Sign out"
                label="Sign out on all other devices"
                send={() => call(api.me['sign-out-others'].$post())}
              />
            }
          />
        )}
        <Row
          title="Sign out everywhere"
          meta="On this device too"
          action={
            <ChangeButton
              verb="Sign out"
              label="Sign out everywhere"
              send={() => leave.mutateAsync('everywhere')}
              question="Sign out everywhere?"
            >
              This includes this device. All your sessions end immediately.
            </ChangeButton>
          }
        />
      </Rows>
    </Section>
  )
}
