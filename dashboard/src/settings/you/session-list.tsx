import { useMutation } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import { ownSignInQuery, queryClient } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/notice.tsx'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { useSignOut } from '../../parts/sign-out.tsx'
import { fullTime, relativeTime } from '../../time.ts'

type Session = Awaited<ReturnType<NonNullable<typeof ownSignInQuery.queryFn>>>['sessions'][number]

const refresh = () => void queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey })

/** Where a person is signed in. */
export function SessionList({ now, sessions }: { now: number; sessions: Session[] }) {
  const leave = useSignOut()
  const end = useMutation({
    mutationFn: (session: string) => call(api.me.sessions[':session'].$delete({ param: { session } })),
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: () => call(api.me['sign-out-others'].$post()),
    onSettled: refresh,
  })
  return (
    <section aria-labelledby="own-sessions" className="grid gap-3">
      <h2 id="own-sessions" className="text-l font-semibold">
        Devices
      </h2>
      <Problem error={end.error ?? endOthers.error ?? leave.error} />
      <ul className="border-b border-line/60">
        {sessions.map(session => (
          <li
            key={session.id}
            className="grid min-h-14 grid-cols-[1fr_auto] items-center gap-x-4 border-t border-line/60 py-3"
          >
            <div className="min-w-0">
              <p className="truncate font-semibold">
                {session.device}
                {session.isThis && <span className="font-normal text-quiet"> (this device)</span>}
              </p>
              <p className="truncate text-s text-quiet" title={`Signed in ${fullTime(session.beganAt)}`}>
                Last active {relativeTime(session.lastSeenAt, now)}
                {session.address !== null && `, from ${session.address}`}
              </p>
            </div>
            {!session.isThis && (
              <Button
                variant="tertiary"
                aria-label={`Sign out on ${session.device}`}
                busy={end.isPending}
                onClick={() => end.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {sessions.length > 1 && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out other devices
          </Button>
        )}
        <Confirm
          verb="Sign out everywhere"
          label="Sign out everywhere"
          question="Sign out everywhere?"
          onConfirm={() => leave.mutate('everywhere')}
        >
          This includes this device. All your sessions end immediately.
        </Confirm>
      </div>
    </section>
  )
}
