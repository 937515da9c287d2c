import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { type Mover, publishEntry } from '#entries/moves.ts'
import { AppError, messageOf } from '#kit/app-error.ts'
import type { Log } from '#kit/log.ts'

const LOOK_EVERY_MS = 1_000
const AT_A_TIME = 50

/**
 * Publishes the queued entries whose time has come, the longest due first, each in a transaction of its own. What another
 * process publishes meanwhile is left to it. Gives how many it published.
 */
export async function publishDue(db: Database, mover: Mover): Promise<number> {
  const due = await db.read
    .selectFrom('entry')
    .select('id')
    .where('state', '=', 'queued')
    .where('queued_for', '<=', mover.clock.now())
    .orderBy('queued_for')
    .orderBy('id')
    .limit(AT_A_TIME)
    .execute()
  let published = 0
  for (const { id } of due) {
    try {
      await db.write(tx => publishEntry(tx, mover, id))
      published++
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
    }
  }
  return published
}

/** Keeps publishing what is due until the signal comes. A database that does not answer is tried again. */
export async function keepPublishing(
  db: Database,
  mover: Mover,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await publishDue(db, mover)
    } catch (error) {
      log.error('the queue could not be published', { error: messageOf(error) })
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}
