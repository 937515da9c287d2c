import type { Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'

const EVERY_MS = 60_000
const KEPT = 10_000

/** Something whose last use is told. */
interface Used {
  id: string
  lastUsedAt: Instant | null
}

/** Notes when something was last used. Nobody waits for it, and a note that is lost is lost. */
export type RecordUse = (used: Used, now: Instant) => void

/** Of tokens that people made. */
export const createTokenUseRecorder = ({ db, log }: { db: Database; log: Log }): RecordUse =>
  createUseRecorder(log, (id, now) =>
    db.write(tx => tx.updateTable('token').set({ last_used_at: now }).where('id', '=', id).execute()),
  )

/** At most one write a minute for each, and also several processes together write little more. */
export function createUseRecorder(
  log: Log,
  write: (id: string, now: Instant) => Promise<unknown>,
): RecordUse {
  const noted = new Map<string, Instant>()
  const isNoted = (at: Instant | null | undefined, now: Instant) =>
    typeof at === 'number' && Math.abs(now - at) < EVERY_MS
  return ({ id, lastUsedAt }, now) => {
    if (isNoted(lastUsedAt, now) || isNoted(noted.get(id), now)) return
    if (noted.size >= KEPT) noted.clear()
    noted.set(id, now)
    write(id, now).catch(error =>
      log.warn('the use of a token could not be noted', { error: messageOf(error) }),
    )
  }
}
