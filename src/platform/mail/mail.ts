import { AppError } from '#platform/errors.ts'
import type { MailAddress } from './address.ts'

/** What a mail is for. */
export type MailPurpose = 'sign-in' | 'invitation' | 'security' | 'reconnect' | 'summary'

/** What a mail says, in order. Texts may come from strangers; they are cleaned and escaped when the mail is rendered. */
export interface MailTemplate {
  purpose: MailPurpose
  subject: string
  heading: string
  /** Paragraphs and lists before the button. */
  body: readonly (string | readonly string[])[]
  /** What the reader is asked to do. */
  button: { label: string; url: string }
  /** A remark below the button, such as when its link expires. */
  remark?: string
  /** Why the reader gets this mail. */
  reason: string
  unsubscribe?: string
}

/** One mail to one person. */
export interface MailMessage {
  /** A UUID that stays the same with each attempt, so that a mailbox that gets the mail twice shows it once. */
  id: string
  to: MailAddress
  purpose: MailPurpose
  subject: string
  text: string
  html: string
  /** The URL that ends mail of this purpose with one request (RFC 8058); null for mail that answers a person's own action. */
  unsubscribe: string | null
}

/** What a template renders; the sender adds the recipient and the id. */
export type MailContent = Omit<MailMessage, 'id' | 'to'>

/** Delivers mail, through a server or to the terminal. */
export interface MailTransport {
  name: string
  /** Resolves when the server has accepted the mail (RFC 5321 §6.1). Throws `MailFailure`. */
  send(message: MailMessage): Promise<void>
  /** Checks the connection without sending mail, and describes it in a few words. Throws `MailFailure`. */
  check(): Promise<string>
}

/** Why a mail was not accepted, as the end of a sentence that starts with "The mail server". Never contains an address or the server's text. */
const SENTENCES = {
  unreachable: 'cannot be reached or broke off',
  try_later: 'asks to try again later',
  misconfigured: 'does not accept the connection as it is configured',
  no_such_address: 'knows no such address',
  refused: 'refuses this mail',
} as const
export type MailFailureReason = keyof typeof SENTENCES

const FOR_GOOD: readonly MailFailureReason[] = ['no_such_address', 'refused']

/** A mail was not accepted. The code is `unavailable` when a retry may help, else `conflict`. */
export class MailFailure extends AppError {
  readonly reason: MailFailureReason
  /** A retry has to use the same message id, since a server that closed the connection may have accepted the mail. */
  readonly isRetryable: boolean

  constructor(reason: MailFailureReason, more: { cause?: unknown } = {}) {
    const isForGood = FOR_GOOD.includes(reason)
    super(isForGood ? 'conflict' : 'unavailable', `The mail server ${SENTENCES[reason]}.`, more)
    this.name = 'MailFailure'
    this.reason = reason
    this.isRetryable = !isForGood
  }
}
