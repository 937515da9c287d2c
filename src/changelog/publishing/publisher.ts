import { setTimeout as sleep } from 'node:timers/promises'
import { type LockedTx, lockAccount } from '#accounts/account.ts'
import { closing } from '#accounts/deletion.ts'
import { publishEdition } from '#changelog/editions/publish.ts'
import {
  type Entry,
  LATENESS_MS,
  markLate,
  type QueuedEntry,
  queue,
  requireState,
  unqueue,
} from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { isDueForRetry, recordPublishFailure } from '#changelog/entries/publish-failures.ts'
import { entryFrom } from '#changelog/entries/store.ts'
import { publishStored, saveEntry } from '#changelog/entries/transitions.ts'
import { freeTimes, laneOf } from '#changelog/schedule/times.ts'
import { type Database, timeOf } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { isNotPaused } from './pauses.ts'

const POLL_INTERVAL_MS = 1_000
const BATCH = 50

/**
 * The outcome for a queued entry that was found to be due. `gone`: it is no longer due, because of another process or a person.
 * `busy`: it is being changed right now, so the account's queue waits for the next poll to keep its order.
 */
type PublishOutcome = 'published' | 'late' | 'gone' | 'busy'

/**
 * Publishes the queued entries that are due by the database's clock, each once, in a transaction of its own, an account's entries in the
 * order of their times. An entry that is overdue by more than the account's limit is marked as late and waits for a person. Paused
 * queues are skipped. Neither holds an entry that a person publishes right away. An entry that fails does not block others; it is retried with backoff, and finally waits for a person.
 * Returns the number of published entries.
 */
export async function publishDue(
  db: Database,
  context: EntryContext,
  { log, signal }: { log?: Log; signal?: AbortSignal } = {},
): Promise<number> {
  let published = 0
  for (const accountId of await accountsWithDue(db)) {
    for await (const id of dueOf(db, accountId)) {
      const sent = signal?.aborted ? 'busy' : await tryToPublish(db, context, accountId, id, log)
      if (sent === 'busy') break
      if (sent === 'published') published++
    }
  }
  return published
}

async function tryToPublish(
  db: Database,
  context: EntryContext,
  accountId: string,
  id: string,
  log?: Log,
): Promise<PublishOutcome | 'failed'> {
  try {
    return await db.write(tx => publishIfDue(tx, db, context, accountId, id))
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'conflict') return 'busy'
    // The database failed, not the entry, so this does not count as an attempt.
    if (code === 'unavailable') throw error
    const failure = await db.write(tx => recordPublishFailure(tx, db, id, messageOf(error)))
    log?.error('an entry could not be published', { entry: id, ...failure })
    return 'failed'
  }
}

/** The entries that are due, the longest overdue first. */
const dueIn = (reader: Reader, db: Database) =>
  reader
    .selectFrom('entry')
    .select('id')
    .where('state', '=', 'queued')
    .where('late', '=', 0)
    .where('queued_for', '<=', db.now)
    .where(where => where.or([where('immediate', '=', 1), isNotPaused(where, db)]))
    .where(isDueForRetry(db))
    .where('account_id', 'not in', closing(reader))
    .orderBy('queued_for')
    .orderBy('id')

/** The ids of an account's due entries, read in batches: reading one at a time would sort the whole backlog for each. */
async function* dueOf(db: Database, accountId: string): AsyncGenerator<string> {
  for (;;) {
    const rows = await dueIn(db.read, db).where('account_id', '=', accountId).limit(BATCH).execute()
    if (rows.length === 0) return
    for (const { id } of rows) yield id
  }
}

async function accountsWithDue(db: Database): Promise<string[]> {
  const rows = await dueIn(db.read, db)
    .clearSelect()
    .clearOrderBy()
    .select('account_id')
    .groupBy('account_id')
    .orderBy('account_id')
    .execute()
  return rows.map(row => row.account_id)
}

/** Pausing and publishing both lock the account, so what the transaction reads after the lock stays true until it ends. */
async function publishIfDue(
  tx: Tx,
  db: Database,
  context: EntryContext,
  accountId: string,
  id: string,
): Promise<PublishOutcome> {
  const locked = await lockAccount(tx, accountId)
  const row = await dueIn(locked, db).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return 'gone'
  const entry = requireState(entryFrom(row), 'published', 'queued')
  const now = await timeOf(db, tx)
  const atDatabaseTime = { ...context, clock: { now: () => now } }
  if (!entry.immediate && now - entry.queuedFor > LATENESS_MS) {
    await saveEntry(tx, atDatabaseTime, 'marked as late', entry, markLate(entry))
    return 'late'
  }
  const actor = entry.immediate ? await whoQueued(tx, entry, context.actor) : context.actor
  const published = await publishNow(locked, { ...atDatabaseTime, actor }, entry)
  if (published !== null) return 'published'
  await skip(tx, atDatabaseTime, entry)
  return 'gone'
}

/** Publishes an entry or edition; returns null for an empty edition. */
const publishNow = (tx: LockedTx, context: EntryContext, entry: QueuedEntry): Promise<Entry | null> =>
  entry.origin === 'edition' ? publishEdition(tx, context, entry) : publishStored(tx, context, entry)

/** The person who asked to publish the entry right away, who is its actor in the activity log; otherwise the publisher. */
async function whoQueued(tx: Tx, { id }: QueuedEntry, otherwise: string): Promise<string> {
  const last = await tx
    .selectFrom('activity')
    .select('actor')
    .where('subject', '=', id)
    .where('action', '=', 'publishing')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.actor ?? otherwise
}

/** An empty edition waits for the next time of the schedule that takes editions, or for a person. */
async function skip(tx: Tx, context: EntryContext, edition: QueuedEntry): Promise<void> {
  const now = context.clock.now()
  const time = (await freeTimes(tx, laneOf(edition), now)).next()
  const next =
    edition.onSchedule && !time.done ? queue(edition, { at: time.value, onSchedule: true }) : unqueue(edition)
  await saveEntry(tx, context, 'skipped an empty edition', edition, next)
}

/** Polls for due entries once a second until the signal aborts. Database errors are logged, and polling continues. */
export async function runPublisher(
  db: Database,
  context: EntryContext,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await publishDue(db, context, { log, signal })
    } catch (error) {
      log.error('the queue could not be published', { error: messageOf(error) })
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}
