import { setTimeout as sleep } from 'node:timers/promises'
import { accountById, lockAccount } from '#accounts/account.ts'
import { markLate, requireState } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { isDueForRetry, recordPublishFailure } from '#changelog/entries/publish-failures.ts'
import { entryById } from '#changelog/entries/store.ts'
import { publishEntry, saveEntry } from '#changelog/entries/transitions.ts'
import type { Database } from '#platform/db/database.ts'
import { timeOf } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { isNotPaused } from './pauses.ts'

const LOOK_EVERY_MS = 1_000
const BATCH = 50

/**
 * What became of a queued entry that was seen to be due. `gone`: it is due no more, by another process or a person. `busy`: somebody
 * changes it at this moment, so it keeps its place before the others until the next look.
 */
type PublishOutcome = 'published' | 'late' | 'gone' | 'busy'

/**
 * Publishes the queued entries whose time has come by the database's clock: once, an account's in the order of their times, each in a
 * transaction of its own. What is overdue by more than the account's limit is marked as late instead, and waits for a person. What a
 * paused queue holds stays as it is. One that fails does not keep the others; it is tried again later, and given up in the end.
 * Gives how many it published.
 */
export async function publishDue(
  db: Database,
  mover: EntryContext,
  { log, signal }: { log?: Log; signal?: AbortSignal } = {},
): Promise<number> {
  let published = 0
  for (const accountId of await accountsWithDue(db)) {
    for await (const id of dueOf(db, accountId)) {
      const sent = signal?.aborted ? 'busy' : await tryToPublish(db, mover, accountId, id, log)
      if (sent === 'busy') break
      if (sent === 'published') published++
    }
  }
  return published
}

async function tryToPublish(
  db: Database,
  mover: EntryContext,
  accountId: string,
  id: string,
  log?: Log,
): Promise<PublishOutcome | 'failed'> {
  try {
    return await db.write(tx => publishIfDue(tx, db, mover, accountId, id))
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'conflict') return 'busy'
    // The database's fault and not the entry's.
    if (code === 'unavailable') throw error
    const failure = await db.write(tx => recordPublishFailure(tx, db, id, messageOf(error)))
    log?.error('an entry could not be published', { entry: id, ...failure })
    return 'failed'
  }
}

/** What is due, in order. */
const dueIn = (reader: Reader, db: Database) =>
  reader
    .selectFrom('entry')
    .select('id')
    .where('state', '=', 'queued')
    .where('late', '=', 0)
    .where('queued_for', '<=', db.now)
    .where(isNotPaused)
    .where(isDueForRetry(db))
    .orderBy('queued_for')
    .orderBy('id')

/** An account's, in order, read a batch at a time: reading one by one would sort the whole backlog for each. */
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

/** Whoever pauses the queue, or publishes too, has the account first or waits; so the look within the transaction holds. */
async function publishIfDue(
  tx: Tx,
  db: Database,
  mover: EntryContext,
  accountId: string,
  id: string,
): Promise<PublishOutcome> {
  await lockAccount(tx, accountId)
  if (!(await dueIn(tx, db).where('id', '=', id).executeTakeFirst())) return 'gone'
  const entry = requireState(await entryById(tx, id, accountId), 'published', 'queued')
  const now = await timeOf(db, tx)
  const byDatabase = { ...mover, clock: { now: () => now } }
  const { latenessMs } = await accountById(tx, accountId)
  if (now - entry.queuedFor > latenessMs) {
    await saveEntry(tx, byDatabase, 'found late', entry, markLate(entry))
    return 'late'
  }
  await publishEntry(tx, byDatabase, id)
  return 'published'
}

/** Keeps publishing what is due until the signal comes. A database that does not answer is tried again. */
export async function runPublisher(
  db: Database,
  mover: EntryContext,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await publishDue(db, mover, { log, signal })
    } catch (error) {
      log.error('the queue could not be published', { error: messageOf(error) })
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}
