import type { Clock, Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { type Audience, validToken } from './tokens.ts'

/** What whoever asks has shown to have. */
export interface Credential {
  /** Whose requests are counted together. */
  id: string
  /** The account that it opens; no other. */
  accountId: string
  /** What it permits, words with a space between (RFC 6749 §3.3). */
  scope: string
  /** Null: never. */
  expiresAt: Instant | null
}

/**
 * The credential that this text is, when it is in force at this moment; else null, whatever the reason. It is asked at each
 * request and remembers nothing, so that what was revoked opens nothing from the next request on.
 */
export type TokenVerifier = (text: string) => Promise<Credential | null>

/** What any of them knows. They tell their own by how it looks, before they ask the database. */
export const anyVerifier =
  (...verifiers: readonly TokenVerifier[]): TokenVerifier =>
  async text => {
    for (const verify of verifiers) {
      const credential = await verify(text)
      if (credential) return credential
    }
    return null
  }

/** Tokens of one audience; notes when each was last used. */
export function tokenVerifier(
  parts: { db: Database; clock: Clock; log: Log },
  audience: Audience,
): TokenVerifier {
  const noteUse = createTokenUseRecorder(parts)
  return async text => {
    const now = parts.clock.now()
    const token = await validToken(parts.db.read, now, text, audience)
    if (token) noteUse(token, now)
    return token
  }
}

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
