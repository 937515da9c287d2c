import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { MailMessage, MailTransport } from '#platform/mail/mail.ts'
import { MailFailure } from '#platform/mail/mail.ts'
import { type SuppressionReason, suppressAddresses, suppressionOf } from './suppressions.ts'

/** What became of a mail. A suppressed one was not sent and never will be: whoever waits for it needs to hear so. */
export type MailResult = { outcome: 'sent' } | { outcome: 'suppressed'; reason: SuppressionReason }

export interface MailContext {
  db: Database
  clock: Clock
  transport: MailTransport
}

/**
 * Sends a mail unless its address is suppressed, and suppresses an address that the server says does not exist. Throws `MailFailure`;
 * where that is worth retrying, the same message under the same id may be sent again.
 */
export async function sendMail(
  { db, clock, transport }: MailContext,
  message: MailMessage,
): Promise<MailResult> {
  const reason = await suppressionOf(db.read, message.to)
  if (reason !== null) return { outcome: 'suppressed', reason }
  try {
    await transport.send(message)
  } catch (error) {
    if (!(error instanceof MailFailure) || error.reason !== 'no_such_address') throw error
    await db.write(tx => suppressAddresses(tx, clock, [message.to], 'bounced'))
    return { outcome: 'suppressed', reason: 'bounced' }
  }
  return { outcome: 'sent' }
}

/** For the person who asked for the mail, once it is clear that the address is theirs to hear about. */
export const suppressionSentence = (reason: SuppressionReason): string =>
  reason === 'bounced'
    ? 'Mail to this address came back, so no more is sent to it. The operator can allow it again.'
    : 'Mail to this address was reported as unwanted, so no more is sent to it. The operator can allow it again.'
