import { AppError } from '#platform/errors.ts'

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
  readonly isWorthRetrying: boolean

  constructor(reason: MailFailureReason, more: { cause?: unknown } = {}) {
    const isForGood = FOR_GOOD.includes(reason)
    super(isForGood ? 'conflict' : 'unavailable', `The mail server ${SENTENCES[reason]}.`, more)
    this.name = 'MailFailure'
    this.reason = reason
    this.isWorthRetrying = !isForGood
  }
}
