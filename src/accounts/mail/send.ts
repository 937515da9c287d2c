import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { PermanentError } from '#platform/jobs/job.ts'
import { MailFailure, type MailMessage, type MailTransport } from '#platform/mail/mail.ts'
import { waitOn } from '#platform/waiting.ts'
import { type SuppressionReason, suppressAddresses, suppressionOf } from './suppressions.ts'

/** Whether a mail was sent or suppressed. A suppressed mail is never sent, which the user should be told. */
export type MailResult = { outcome: 'sent' } | { outcome: 'suppressed'; reason: SuppressionReason }

/**
 * Sends a mail unless its address is suppressed. Suppresses an address that the mail server says does not exist. Throws `MailFailure`;
 * a retry may send the same message with the same id.
 */
export async function sendMail(
  { db, clock, transport }: { db: Database; clock: Clock; transport: MailTransport },
  message: MailMessage,
): Promise<MailResult> {
  const reason = await suppressionOf(db.read, message.to)
  if (reason !== null) return { outcome: 'suppressed', reason }
  try {
    await waitOn(() => transport.send(message))
  } catch (error) {
    if (!(error instanceof MailFailure) || error.reason !== 'no_such_address') throw error
    await db.write(tx => suppressAddresses(tx, clock, [message.to], 'bounced'))
    return { outcome: 'suppressed', reason: 'bounced' }
  }
  return { outcome: 'sent' }
}

/** Sends a mail within a job, which fails at once where no retry can help. */
export const sendMailInJob = (...given: Parameters<typeof sendMail>): Promise<MailResult> =>
  sendMail(...given).catch(error => {
    throw error instanceof MailFailure && !error.isRetryable ? new PermanentError(error.message) : error
  })

/** Explanation for the person who requested the mail. Show it only to somebody who may know about the address. */
export const suppressionSentence = (reason: SuppressionReason): string =>
  reason === 'bounced'
    ? 'Mail to this address bounced, so no more is sent to it. The operator can allow it again.'
    : 'Mail to this address was reported as unwanted, so no more is sent to it. The operator can allow it again.'
