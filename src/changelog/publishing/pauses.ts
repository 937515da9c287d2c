import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { lockAccount } from '#accounts/account.ts'
import { recordActivity } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import { requireSet } from '#accounts/sets.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { lanesOf } from '#changelog/schedule/times.ts'
import type { Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { reschedule } from './schedule.ts'

/**
 * The queues that a pause stops: all of an account (`all`), that of the entries without a set (`none`), or that of the set with this id.
 */
export type PausedQueue = 'all' | 'none' | (string & {})

export interface QueuePause {
  queue: PausedQueue
  pausedAt: Instant
  pausedBy: string
  /** When the pause ends by itself; null if a person has to resume the queue. */
  until: Instant | null
}

/**
 * Stops automatic publishing from a queue until a time, or until it is resumed if that is null. Entries at
 * times of the schedule during the pause move to times after its end and keep their order. Pausing a paused
 * queue changes when the pause ends. Throws `invalid_parameter` for an end in the past.
 */
export async function pauseQueue(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  queue: PausedQueue,
  until: Instant | null = null,
): Promise<void> {
  await requireQueue(tx, accountId, queue)
  const now = context.clock.now()
  if (until !== null && until <= now)
    throw new AppError('invalid_parameter', 'The pause would end in the past. Give a later day.')
  await lockAccount(tx, accountId)
  const before = (await pausesOf(tx, accountId, now)).find(pause => pause.queue === queue)
  if (before?.until === until) return
  const begun = { paused_at: now, paused_by: context.actor }
  await tx
    .insertInto('queue_pause')
    .values({ account_id: accountId, queue, ...begun, until })
    // A pause that has ended by itself is still stored.
    .onConflict(conflict =>
      conflict.columns(['account_id', 'queue']).doUpdateSet({ ...(before ? {} : begun), until }),
    )
    .execute()
  await log(tx, context, accountId, 'queue paused', queue)
  if (until !== null || before?.until) await reschedulePaused(tx, context, accountId, queue)
}

/**
 * Ends a pause. Entries that it moved return to earlier times. Entries that came due during the pause are
 * published in the order of their times, except those that are late by now.
 */
export async function resumeQueue(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  queue: PausedQueue,
): Promise<void> {
  await requireQueue(tx, accountId, queue)
  await lockAccount(tx, accountId)
  const ended = (await pausesOf(tx, accountId, context.clock.now())).find(pause => pause.queue === queue)
  if (!ended) return
  await tx.deleteFrom('queue_pause').where('account_id', '=', accountId).where('queue', '=', queue).execute()
  await log(tx, context, accountId, 'queue resumed', queue)
  if (ended.until !== null) await reschedulePaused(tx, context, accountId, queue)
}

/** Assigns the entries of all paused lanes to the times that the pause leaves free. */
async function reschedulePaused(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  queue: PausedQueue,
): Promise<void> {
  for (const lane of await lanesOf(tx, accountId))
    if (queue === 'all' || queue === (lane.setId ?? 'none')) await reschedule(tx, context, lane)
}

async function requireQueue(tx: Tx, accountId: string, queue: PausedQueue): Promise<void> {
  if (queue !== 'all' && queue !== 'none') await requireSet(tx, accountId, queue)
}

const log = (tx: Tx, context: EntryContext, accountId: string, action: ActivityAction, subject: string) =>
  recordActivity(tx, context, action, { accountId, subject })

/** The account's pauses that have not ended, the oldest first. */
export async function pausesOf(db: Reader, accountId: string, now: Instant): Promise<QueuePause[]> {
  return db
    .selectFrom('queue_pause')
    .select(['queue', 'paused_at as pausedAt', 'paused_by as pausedBy', 'until'])
    .where('account_id', '=', accountId)
    .where(where => where.or([where('until', 'is', null), where('until', '>', now)]))
    .orderBy('paused_at')
    .orderBy('queue')
    .execute()
}

/** A condition on entries: no pause covers the entry's queue. */
export const isNotPaused = (
  { not, exists, selectFrom }: ExpressionBuilder<Schema, 'entry'>,
  { now }: Pick<Database, 'now'>,
): ExpressionWrapper<Schema, 'entry', SqlBool> =>
  not(
    exists(
      selectFrom('queue_pause as pause')
        .select('pause.queue')
        .whereRef('pause.account_id', '=', 'entry.account_id')
        .where('pause.queue', 'in', [sql.lit('all'), sql<string>`coalesce(entry.set_id, 'none')`])
        .where(pause => pause.or([pause('pause.until', 'is', null), pause('pause.until', '>', now)])),
    ),
  )
