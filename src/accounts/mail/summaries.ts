import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { addressKey, type MailAddress, mailAddressFrom } from '#platform/mail/address.ts'

const WEEK_MS = 7 * 86_400_000
const TOKEN_BYTES = 32

/** Somebody's wish to be told once a week what waits in an account. Off unless asked for. */
export interface SummarySubscription {
  id: string
  accountId: string
  address: MailAddress
  /** Ends it, for whoever holds the mail. */
  token: string
  dueAt: Instant
}

/** From a week from now on. Asking twice is asking once. */
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

/** What the link in a summary does (RFC 8058). A link that was used, or never was one, changes nothing; nobody is told which. */
export async function unsubscribeByToken(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('summary_subscription').where('token', '=', token).execute()
}

/** Whether this person gets the summary of this account. */
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

/** Those whose week is over, at most `limit`. */
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
 * Moves it on to its next week, at the same hour; weeks that were missed are not made up for. Gives false where another process
 * was first, so that whoever gets true, and nobody else, sends the mail.
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

/** Null once it was ended. */
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
