import { act } from '../../api/client.ts'
import type { DataOf, membersQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/notice.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { labelOf } from '../../roles.ts'
import { fullTime, relativeTime } from '../../time.ts'
import type { SentInvitation } from './invitation-sent.tsx'

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
    <Section title="Pending invitations">
      <Problem error={resend.error ?? cancel.error} />
      <Rows>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <Row
            key={id}
            title={email}
            meta={
              <span title={fullTime(expiresAt)}>
                {labelOf(role)} ·{' '}
                {expiresAt > now
                  ? `the link expires ${relativeTime(expiresAt, now)}`
                  : 'the link has expired, resend it for a new one'}
              </span>
            }
            action={
              <>
                <Button
                  variant="tertiary"
                  aria-label={`Resend the invitation for ${email}`}
                  busy={isBusy}
                  onClick={() => resend.mutate(id)}
                >
                  Resend
                </Button>
                <Button
                  variant="tertiary"
                  aria-label={`Cancel the invitation for ${email}`}
                  busy={isBusy}
                  onClick={() => cancel.mutate(id)}
                >
                  Cancel
                </Button>
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}

function useInvitationActions(account: string, onSent: Props['onSent']) {
  // An invitation that is sent again gets another id, so the list is reloaded before anything else is done with it.
  const resend = useChange(['members'], (id: string) => act(account, 'invitation resend', { id }), onSent)
  const cancel = useChange(
    ['members'],
    (id: string) => act(account, 'invitation withdraw', { id }),
    () => onSent(undefined),
  )
  return { resend, cancel }
}
