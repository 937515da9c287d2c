import { Copy } from '../parts/copy.tsx'
import { Done } from '../parts/notice.tsx'

interface Props {
  /** The answer to an invitation; undefined before it. */
  result: { email: string; link: string | null; problem: string | null } | undefined
}

/** What became of an invitation. A server that sends no mail gives the link to pass on. */
export function InvitationSent({ result }: Props) {
  if (!result || result.problem !== null) return <Done>{result?.problem}</Done>
  const { email, link } = result
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
