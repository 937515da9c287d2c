import { Done } from '../../parts/notice.tsx'
import { Copy } from '../../parts/text/copy.tsx'

/** The server's answer to an invitation. */
export interface SentInvitation {
  email: string
  /** The link of the invitation, if the server sends no mail. */
  link: string | null
  /** Why the mail was not sent; null if it was. */
  problem: string | null
}

/** The outcome of the newest invitation. If the server sends no mail, shows the link to pass on. */
export function InvitationSent({ sent }: { sent: SentInvitation | undefined }) {
  if (!sent || sent.problem !== null) return <Done>{sent?.problem}</Done>
  const { email, link } = sent
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
