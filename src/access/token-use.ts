import type { Database } from '#db/database.ts'
import { messageOf } from '#kit/app-error.ts'
import type { Instant } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Token } from './tokens.ts'

const EVERY_MS = 60_000
const KEPT = 10_000

/** Notes when tokens were last used. Nobody waits for it, and a note that is lost is lost. */
export type TokenUse = (token: Token, now: Instant) => void

/** At most one write a minute for each token, and also several processes together write little more. */
export function createTokenUse({ db, log }: { db: Database; log: Log }): TokenUse {
  const noted = new Map<string, Instant>()
  const isNoted = (at: Instant | null | undefined, now: Instant) =>
    typeof at === 'number' && Math.abs(now - at) < EVERY_MS
  return (token, now) => {
    if (isNoted(token.lastUsedAt, now) || isNoted(noted.get(token.id), now)) return
    if (noted.size >= KEPT) noted.clear()
    noted.set(token.id, now)
    write(db, token.id, now).catch(error =>
      log.warn('the use of a token could not be noted', { error: messageOf(error) }),
    )
  }
}

const write = (db: Database, id: string, now: Instant) =>
  db.write(tx => tx.updateTable('token').set({ last_used_at: now }).where('id', '=', id).execute())
