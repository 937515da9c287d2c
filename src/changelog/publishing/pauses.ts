import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { requireSet } from '#accounts/sets.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'

/** What can stand still: all queues of an account, that of the entries under no set, or a set's, by its id. */
export type PausedQueue = 'all' | 'none' | (string & {})

export interface QueuePause {
  line: PausedQueue
  pausedAt: Instant
  pausedBy: string
}

/** From now on nothing of it goes out by itself. Paused twice is paused once. */
export async function pauseQueue(
  tx: Tx,
  mover: ActionContext,
  accountId: string,
  line: PausedQueue,
): Promise<void> {
  await requireQueue(tx, accountId, line)
  await lockAccount(tx, accountId)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('queue_pause')
    .values({ account_id: accountId, line, paused_at: mover.clock.now(), paused_by: mover.actor })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) await log(tx, mover, accountId, 'queue paused', line)
}

/** What came due meanwhile goes out now, in the order of its time, unless it is too late for that. */
export async function resumeQueue(
  tx: Tx,
  mover: ActionContext,
  accountId: string,
  line: PausedQueue,
): Promise<void> {
  await requireQueue(tx, accountId, line)
  await lockAccount(tx, accountId)
  const { numDeletedRows } = await tx
    .deleteFrom('queue_pause')
    .where('account_id', '=', accountId)
    .where('line', '=', line)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await log(tx, mover, accountId, 'queue resumed', line)
}

async function requireQueue(tx: Tx, accountId: string, line: PausedQueue): Promise<void> {
  if (line !== 'all' && line !== 'none') await requireSet(tx, accountId, line)
}

const log = (
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  action: string,
  subject: string,
) => recordActivity(tx, clock, ids, { accountId, actor, action, subject })

/** What stands still, the longest first. */
export async function pausesOf(db: Reader, accountId: string): Promise<QueuePause[]> {
  const rows = await db
    .selectFrom('queue_pause')
    .select(['line', 'paused_at', 'paused_by'])
    .where('account_id', '=', accountId)
    .orderBy('paused_at')
    .orderBy('line')
    .execute()
  return rows.map(row => ({ line: row.line, pausedAt: row.paused_at, pausedBy: row.paused_by }))
}

/** Of entries: none of the queues that they wait in stands still. */
export const isNotPaused = ({
  not,
  exists,
  selectFrom,
}: ExpressionBuilder<Schema, 'entry'>): ExpressionWrapper<Schema, 'entry', SqlBool> =>
  not(
    exists(
      selectFrom('queue_pause as pause')
        .select('pause.line')
        .whereRef('pause.account_id', '=', 'entry.account_id')
        .where('pause.line', 'in', [sql.lit('all'), sql<string>`coalesce(entry.set_id, 'none')`]),
    ),
  )
