import { useMutation } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import { type membersQuery, queryClient } from '../api/queries.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { labelOf } from '../roles.ts'
import { fullTime, relativeTime } from '../time.ts'

type Invitation = Awaited<
  ReturnType<NonNullable<ReturnType<typeof membersQuery>['queryFn']>>
>['invitations'][number]

interface Props {
  account: string
  /** The server's time. */
  now: number
  invitations: Invitation[]
}

/** Those who were invited and have not come yet. */
export function InvitationList({ account, now, invitations }: Props) {
  const takeBack = useMutation({
    mutationFn: (invitation: string) =>
      call(api.accounts[':account'].invitations[':invitation'].$delete({ param: { account, invitation } })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['members', account] }),
  })
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="grid gap-3">
      <h2 id="invitations" className="text-l font-semibold">
        Pending invitations
      </h2>
      <Problem error={takeBack.error} />
      <ul className="border-b border-line">
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li
            key={id}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 border-t border-line py-3 sm:grid-cols-[1fr_140px_96px]"
          >
            <div className="col-span-2 min-w-0 sm:col-span-1">
              <p className="truncate font-semibold">{email}</p>
              <p className="text-s text-quiet" title={fullTime(expiresAt)}>
                {expiresAt > now
                  ? `The link expires ${relativeTime(expiresAt, now)}`
                  : 'The link has expired. Invite this address again'}
              </p>
            </div>
            <p>{labelOf(role)}</p>
            <div className="justify-self-end">
              <Button
                variant="ghost"
                aria-label={`Cancel the invitation for ${email}`}
                busy={takeBack.isPending}
                onClick={() => takeBack.mutate(id)}
              >
                Cancel
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
