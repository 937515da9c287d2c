import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Clock, DAY_MS, type Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { addressKey, type MailAddress, mailAddressFrom } from '#platform/mail/address.ts'
import { timesAfter, type WeeklyTime } from '#platform/recurring-time.ts'

/** A week, and what a change of the clocks in the account's time zone adds. */
const LONGEST_WAIT_MS = 8 * DAY_MS
const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** A subscription to the weekly summary of an account. Nobody is subscribed by default. */
interface SummarySubscription {
  id: string
  accountId: string
  address: MailAddress
  /** Unsubscribes without a session. */
  token: string
  dueAt: Instant
}

/** When the summary is sent, in the account's time zone. */
const SUMMARY_TIME: WeeklyTime = { weekday: 'monday', minute: 9 * 60 }

/** Sets the next summary of every subscriber by the account's time zone. */
export async function rescheduleSummaries(tx: Tx, clock: Clock, accountId: string): Promise<void> {
  await tx
    .updateTable('summary_subscription')
    .set({ due_at: await nextSummary(tx, accountId, clock.now()) })
    .where('account_id', '=', accountId)
    .execute()
}

/** The first time of the summary after `after`. */
async function nextSummary(db: Reader, accountId: string, after: Instant): Promise<Instant> {
  const { time_zone } = await db
    .selectFrom('account')
    .select('time_zone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const [next = after] = timesAfter([SUMMARY_TIME], time_zone, after).take(1)
  return next
}

/** Subscribes; the first summary is sent at the next time for it. Idempotent. */
export async function subscribeToSummary(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  accountId: string,
  address: MailAddress,
): Promise<void> {
  const now = clock.now()
  await tx
    .insertInto('summary_subscription')
    .values({
      id: ids.next(),
      account_id: accountId,
      address,
      address_key: addressKey(address),
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
      due_at: await nextSummary(tx, accountId, now),
      created_at: now,
    })
    .onConflict(conflict => conflict.columns(['account_id', 'address_key']).doNothing())
    .execute()
}

export async function unsubscribeFromSummary(tx: Tx, accountId: string, address: MailAddress): Promise<void> {
  await tx
    .deleteFrom('summary_subscription')
    .where('account_id', '=', accountId)
    .where('address_key', '=', addressKey(address))
    .execute()
}

/** Unsubscribes by the link in a summary (RFC 8058). An unknown token does nothing, without saying so. */
export async function unsubscribeByToken(tx: Tx, token: string): Promise<void> {
  // PostgreSQL refuses a question with a NUL character.
  if (!TOKEN.test(token)) return
  await tx.deleteFrom('summary_subscription').where('token', '=', token).execute()
}

/** The addresses that get the summary of an account, in the order in which they subscribed. */
export async function summaryRecipients(db: Reader, accountId: string): Promise<MailAddress[]> {
  const rows = await db
    .selectFrom('summary_subscription')
    .select('address')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(row => mailAddressFrom(row.address))
}

/** Subscriptions that are due or that were put off while the clock was ahead, at most `limit`. */
export async function dueSummaries(db: Reader, now: Instant, limit: number): Promise<SummarySubscription[]> {
  const rows = await db
    .selectFrom('summary_subscription')
    .selectAll()
    .where(where => where.or([where('due_at', '<=', now), where('due_at', '>', now + LONGEST_WAIT_MS)]))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(subscriptionFrom)
}

/**
 * Moves the subscription to its next week, skipping missed ones. Gives false when another process was first, and for a subscription that
 * was put off while the clock was ahead; only the caller that gets true sends the mail.
 */
export async function claimSummary(
  tx: Tx,
  clock: Clock,
  { id, accountId, dueAt }: SummarySubscription,
): Promise<boolean> {
  const now = clock.now()
  const isPutOff = dueAt > now + LONGEST_WAIT_MS
  const next = await nextSummary(tx, accountId, isPutOff ? now : Math.max(now, dueAt))
  const { numUpdatedRows } = await tx
    .updateTable('summary_subscription')
    .set({ due_at: next })
    .where('id', '=', id)
    .where('due_at', '=', dueAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n && !isPutOff
}

/** The subscription; null if it has ended. */
export async function summarySubscription(db: Reader, id: string): Promise<SummarySubscription | null> {
  const row = await db.selectFrom('summary_subscription').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? subscriptionFrom(row) : null
}

const subscriptionFrom = (row: Selectable<Schema['summary_subscription']>): SummarySubscription => ({
  id: row.id,
  accountId: row.account_id,
  address: mailAddressFrom(row.address),
  token: row.token,
  dueAt: row.due_at,
})
