import { z } from 'zod'
import { sendMailInJob } from '#accounts/mail/send.ts'
import { claimSummary, dueSummaries, summarySubscription } from '#accounts/mail/summaries.ts'
import { MOST_NAMED_DRAFTS, summaryMail } from '#accounts/mail/templates.ts'
import { waitingDrafts } from '#changelog/entries/list.ts'
import { plainTitle } from '#changelog/feeds/content.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import { defineJob, handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring.ts'
import type { MailMessage, MailTransport } from '#platform/mail/mail.ts'

/** The path of the unsubscribe link. GET shows a page, POST unsubscribes (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe'

/** Sends one summary. `id` identifies the message and is the same for each attempt. */
export const summaryJob = defineJob({
  name: 'weekly summary',
  payload: z.object({ id: z.string(), subscriptionId: z.string() }),
  attempts: 8,
})

const MAX_PER_RUN = 1_000

/** Enqueues the summaries that are due, every ten minutes. Safe to run in several processes at once. */
export const enqueueSummaries = ({ db, clock, ids }: WriteContext & { db: Database }): RecurringJob => ({
  definition: defineRecurringJob('weekly summaries'),
  everyMs: 600_000,
  async run() {
    for (const subscription of await dueSummaries(db.read, clock.now(), MAX_PER_RUN)) {
      const { id: subscriptionId, accountId } = subscription
      const payload = { id: ids.next(), subscriptionId }
      await db.write(async tx => {
        if (await claimSummary(tx, clock, subscription))
          await enqueue(tx, { clock, ids }, summaryJob, { accountId, payload })
      })
    }
    return async () => {}
  },
})

/** Sends summaries. If the mail server refuses a message permanently, it is not retried. */
export const summaryJobs = ({
  db,
  clock,
  baseUrl,
  transport,
}: {
  db: Database
  clock: Clock
  baseUrl: string
  transport(): Promise<MailTransport>
}): RegisteredJob =>
  handleJob(summaryJob, {
    async run(payload) {
      const message = await summaryMessage(db.read, baseUrl, payload)
      if (message) await sendMailInJob({ db, clock, transport: await transport() }, message)
      return async () => {}
    },
  })

/**
 * The message for one subscriber; `id` is the same for each attempt. Null if no drafts wait or the subscription has ended.
 */
export async function summaryMessage(
  db: Reader,
  baseUrl: string,
  given: { id: string; subscriptionId: string },
): Promise<MailMessage | null> {
  const subscription = await summarySubscription(db, given.subscriptionId)
  if (subscription === null) return null
  const { titles, total } = await waitingDrafts(db, subscription.accountId, MOST_NAMED_DRAFTS)
  if (total === 0) return null
  const { name, public_id, editions_since } = await db
    .selectFrom('account')
    .select(['name', 'public_id', 'editions_since'])
    .where('id', '=', subscription.accountId)
    .executeTakeFirstOrThrow()
  const mail = summaryMail({
    accountName: name,
    drafts: titles.map(plainTitle),
    total,
    ...(editions_since === null
      ? { page: 'review', link: `${baseUrl}/app/${public_id}/review` }
      : { page: 'edition', link: `${baseUrl}/app/${public_id}/edition` }),
    unsubscribe: `${baseUrl}${UNSUBSCRIBE_PATH}/${subscription.token}`,
  })
  return { ...mail, id: given.id, to: subscription.address }
}
