import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import { requireSet } from '#accounts/sets.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'

/** The queues that a pause stops: all of an account, that of the entries without a set, or that of the set with this id. */
export type PausedQueue = 'all' | 'none' | (string & {})

export interface QueuePause {
  line: PausedQueue
  pausedAt: Instant
  pausedBy: string
}

/** Stops automatic publishing from a queue. Pausing a paused queue changes nothing. */
export async function pauseQueue(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  line: PausedQueue,
): Promise<void> {
  await requireQueue(tx, accountId, line)
  await lockAccount(tx, accountId)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('queue_pause')
    .values({ account_id: accountId, line, paused_at: context.clock.now(), paused_by: context.actor })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) await log(tx, context, accountId, 'queue paused', line)
}

/** Ends a pause. Entries that came due meanwhile are published in the order of their times, unless they are late by now. */
export async function resumeQueue(
  tx: Tx,
  context: ActionContext,
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
  if (numDeletedRows > 0n) await log(tx, context, accountId, 'queue resumed', line)
}

async function requireQueue(tx: Tx, accountId: string, line: PausedQueue): Promise<void> {
  if (line !== 'all' && line !== 'none') await requireSet(tx, accountId, line)
}

const log = (tx: Tx, context: ActionContext, accountId: string, action: ActivityAction, subject: string) =>
  recordActivity(tx, context, action, { accountId, subject })

/** The account's pauses, the oldest first. */
export async function pausesOf(db: Reader, accountId: string): Promise<QueuePause[]> {
  return db
    .selectFrom('queue_pause')
    .select(['line', 'paused_at as pausedAt', 'paused_by as pausedBy'])
    .where('account_id', '=', accountId)
    .orderBy('paused_at')
    .orderBy('line')
    .execute()
}

/** A condition on entries: no pause covers the queue that the entry is in. */
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
