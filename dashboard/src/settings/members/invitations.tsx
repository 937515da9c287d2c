import type { Role } from '#accounts/roles.ts'
import type { OutputOf } from '../../api/client.ts'
import type { DataOf, membersQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { ChangeButton } from '../../parts/change-button.tsx'
import { Field, Form, useFields } from '../../parts/form/form.tsx'
import { Select } from '../../parts/form/select.tsx'
import { Done } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Copy } from '../../parts/text/copy.tsx'
import { Time, useNow } from '../../parts/text/time.tsx'
import { labelOf, mayOf, ROLE_OPTIONS } from '../../roles.ts'

/** The server's answer to an invitation: its link if the server sends no mail, and why the mail was not sent. */
export type SentInvitation = OutputOf<'invitation send'>

interface FormProps {
  /** The newest invitation that was sent. */
  sent: SentInvitation | undefined
  onSent: (sent: SentInvitation) => void
}

export function InviteForm({ sent, onSent }: FormProps) {
  const { values, bind, pick, set } = useFields<{ email: string; role: Role }>({ email: '', role: 'writer' })
  const invite = useChange(
    act => act('invitation send', values),
    invitation => {
      set({ email: '' })
      onSent(invitation)
    },
  )
  return (
    <Section title="Invite a member">
      <Form
        verb="Invite"
        change={invite}
        columns="grid-cols-[minmax(0,1fr)_auto] max-sm:*:first:col-span-2 sm:grid-cols-[1fr_140px_auto]"
      >
        <Field label="Email address" type="email" autoComplete="off" required {...bind('email')} />
        <Select label="Role" options={ROLE_OPTIONS} {...pick('role')} />
      </Form>
      <p className="text-s text-quiet">
        {labelOf(values.role)}: {mayOf(values.role).toLowerCase()}
      </p>
      {sent && <Sent {...sent} />}
    </Section>
  )
}

/** The outcome of an invitation. If the server sends no mail, shows the link to pass on. */
function Sent({ email, link, problem }: SentInvitation) {
  if (problem !== null) return <Done>{problem}</Done>
  if (link === null) return <Done>We sent {email} an invitation. Its link expires in 7 days.</Done>
  return (
    <div className="grid gap-2 rounded-md bg-raised p-4">
      <Done>
        Send {email} this link. It works once, expires in 7 days, and is shown only now, because this server
        sends no mail.
      </Done>
      <Copy text={link} label={`Copy the invitation link for ${email}`} />
    </div>
  )
}

interface ListProps {
  invitations: DataOf<typeof membersQuery>['invitations']
  /** Called with the invitation that was sent again, or with nothing when one was cancelled: its link is no longer valid. */
  onSent: (sent: SentInvitation | undefined) => void
}

/** The people who were invited and have not joined yet. */
export function InvitationList({ invitations, onSent }: ListProps) {
  const now = useNow()
  if (invitations.length === 0) return null
  return (
    <Section title="Pending invitations">
      <Rows>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <Row
            key={id}
            title={email}
            meta={
              <>
                {labelOf(role)} · the link {expiresAt > now ? 'expires ' : 'expired '}
                <Time at={expiresAt} />
                {expiresAt <= now && ', resend it for a new one'}
              </>
            }
            action={
              <>
                <ChangeButton
                  verb="Resend"
                  label={`Resend the invitation for ${email}`}
                  send={act => act('invitation resend', { id })}
                  onSuccess={onSent}
                />
                <ChangeButton
                  verb="Cancel"
                  label={`Cancel the invitation for ${email}`}
                  send={act => act('invitation withdraw', { id })}
                  onSuccess={() => onSent(undefined)}
                />
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
