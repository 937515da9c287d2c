import type { MailMessage } from './message.ts'

/** A way for mail to leave. */
export interface MailTransport {
  name: string
  /** Resolves once somebody else has taken responsibility for the mail (RFC 5321 §6.1); throws `MailFailure`. */
  send(message: MailMessage): Promise<void>
  /** Says in a few words that mail can leave, without sending any; throws `MailFailure` where it cannot. */
  check(): Promise<string>
}
