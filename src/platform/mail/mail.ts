import { AppError } from '#platform/errors.ts'
import type { MailAddress } from './address.ts'

/** What a mail is for. */
export type MailPurpose = 'sign-in' | 'invitation' | 'reconnect' | 'summary'

/** One mail to one person. */
export interface MailMessage {
  /** A UUID that stays the same however often it is tried: a mailbox that got it twice shows it once. */
  id: string
  to: MailAddress
  purpose: MailPurpose
  subject: string
  text: string
  html: string
  /** Where one request ends mail of this purpose (RFC 8058); null for what answers a person's own action. */
  unsubscribe: string | null
}

/** What a template makes; whoever sends it knows to whom and under which id. */
export type MailContent = Omit<MailMessage, 'id' | 'to'>

/** A way for mail to leave. */
export interface MailTransport {
  name: string
  /** Resolves once somebody else has taken responsibility for the mail (RFC 5321 §6.1); throws `MailFailure`. */
  send(message: MailMessage): Promise<void>
  /** Says in a few words that mail can leave, without sending any; throws `MailFailure` where it cannot. */
  check(): Promise<string>
}

/** Why a mail was not accepted, in words that complete "The mail server …". Never an address, never the server's own words. */
const SENTENCES = {
  unreachable: 'cannot be reached or broke off',
  try_later: 'asks to try again later',
  misconfigured: 'does not accept the connection as it is configured',
  no_such_address: 'knows no such address',
  refused: 'refuses this mail',
} as const
export type MailFailureReason = keyof typeof SENTENCES

const FOR_GOOD: readonly MailFailureReason[] = ['no_such_address', 'refused']

/** A mail was not accepted. Its code is `unavailable` where another try may help and `conflict` where none will. */
export class MailFailure extends AppError {
  readonly reason: MailFailureReason
  /** Always under the same message id: a server that broke off may have taken it already. */
  readonly isRetryable: boolean

  constructor(reason: MailFailureReason, more: { cause?: unknown } = {}) {
    const isForGood = FOR_GOOD.includes(reason)
    super(isForGood ? 'conflict' : 'unavailable', `The mail server ${SENTENCES[reason]}.`, more)
    this.name = 'MailFailure'
    this.reason = reason
    this.isRetryable = !isForGood
  }
}
