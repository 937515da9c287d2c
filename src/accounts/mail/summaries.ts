import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { addressKey, type MailAddress, mailAddressFrom } from '#platform/mail/address.ts'

const WEEK_MS = 7 * 86_400_000
const TOKEN_BYTES = 32

/** A subscription to the weekly summary of an account. Nobody is subscribed by default. */
export interface SummarySubscription {
  id: string
  accountId: string
  address: MailAddress
  /** Unsubscribes without a session. */
  token: string
  dueAt: Instant
}

/** Subscribes; the first summary is sent in a week. Idempotent. */
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
      due_at: now + WEEK_MS,
      created_at: now,
    })
    .onConflict(conflict => conflict.columns(['account_id', 'address_key']).doNothing())
    .execute()
}

export async function unsubscribeFromSummary(
  tx: Tx,
  accountId: string,
  address: MailAddress,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('summary_subscription')
    .where('account_id', '=', accountId)
    .where('address_key', '=', addressKey(address))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Unsubscribes by the link in a summary (RFC 8058). An unknown token does nothing, without saying so. */
export async function unsubscribeByToken(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('summary_subscription').where('token', '=', token).execute()
}

/** True if this address gets the summary of this account. */
export async function isSubscribedToSummary(
  db: Reader,
  accountId: string,
  address: MailAddress,
): Promise<boolean> {
  const row = await db
    .selectFrom('summary_subscription')
    .select('id')
    .where('account_id', '=', accountId)
    .where('address_key', '=', addressKey(address))
    .executeTakeFirst()
  return row !== undefined
}

/** Subscriptions that are due, at most `limit`. */
export async function dueSummaries(db: Reader, now: Instant, limit: number): Promise<SummarySubscription[]> {
  const rows = await db
    .selectFrom('summary_subscription')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(subscriptionFrom)
}

/**
 * Moves the subscription to its next week, skipping missed ones. Gives false when another process was first; only the caller that gets
 * true sends the mail.
 */
export async function claimSummary(
  tx: Tx,
  clock: Clock,
  { id, dueAt }: SummarySubscription,
): Promise<boolean> {
  const weeks = Math.max(0, Math.floor((clock.now() - dueAt) / WEEK_MS)) + 1
  const { numUpdatedRows } = await tx
    .updateTable('summary_subscription')
    .set({ due_at: dueAt + weeks * WEEK_MS })
    .where('id', '=', id)
    .where('due_at', '=', dueAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Null when it was ended. */
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
