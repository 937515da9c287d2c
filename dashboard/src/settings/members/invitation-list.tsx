import { useMutation, useQueryClient } from '@tanstack/react-query'
import { act } from '../../api/client.ts'
import { type DataOf, membersQuery } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/notice.tsx'
import { labelOf } from '../../roles.ts'
import { fullTime, relativeTime } from '../../time.ts'
import type { SentInvitation } from './invitation-sent.tsx'
import { rowClass } from './member-list.tsx'

type Invitation = DataOf<typeof membersQuery>['invitations'][number]

interface Props {
  account: string
  /** The server's time. */
  now: number
  invitations: Invitation[]
  /** Called with the invitation that was sent again, or with nothing when one was cancelled: its link is no longer valid. */
  onSent: (sent: SentInvitation | undefined) => void
}

/** The people who were invited and have not joined yet. */
export function InvitationList({ account, now, invitations, onSent }: Props) {
  const { resend, cancel } = useInvitationActions(account, onSent)
  const isBusy = resend.isPending || cancel.isPending
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="grid gap-3">
      <h2 id="invitations" className="text-l font-semibold">
        Pending invitations
      </h2>
      <Problem error={resend.error ?? cancel.error} />
      <ul className="border-b border-line/60">
        {invitations.map(invitation => (
          <li key={invitation.id} className={rowClass}>
            <Invited invitation={invitation} now={now} />
            <p className="sm:pl-4">{labelOf(invitation.role)}</p>
            <div className="flex gap-1 justify-self-end">
              <Button
                variant="tertiary"
                aria-label={`Resend the invitation for ${invitation.email}`}
                busy={isBusy}
                onClick={() => resend.mutate(invitation.id)}
              >
                Resend
              </Button>
              <Button
                variant="tertiary"
                aria-label={`Cancel the invitation for ${invitation.email}`}
                busy={isBusy}
                onClick={() => cancel.mutate(invitation.id)}
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

function Invited({ invitation: { email, expiresAt }, now }: { invitation: Invitation; now: number }) {
  return (
    <div className="col-span-2 min-w-0 sm:col-span-1">
      <p className="truncate font-semibold">{email}</p>
      <p className="text-s text-quiet" title={fullTime(expiresAt)}>
        {expiresAt > now
          ? `The link expires ${relativeTime(expiresAt, now)}`
          : 'The link has expired. Resend it for a new one'}
      </p>
    </div>
  )
}

function useInvitationActions(account: string, onSent: Props['onSent']) {
  const queries = useQueryClient()
  // An invitation that is sent again gets another id, so the list is reloaded before anything else is done with it.
  const onSettled = () => queries.invalidateQueries({ queryKey: membersQuery(account).queryKey })
  const resend = useMutation({
    mutationFn: (id: string) => act(account, 'invitation resend', { id }),
    onSuccess: onSent,
    onSettled,
  })
  const cancel = useMutation({
    mutationFn: (id: string) => act(account, 'invitation withdraw', { id }),
    onSuccess: () => onSent(undefined),
    onSettled,
  })
  return { resend, cancel }
}
