import type { Clock, Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { type Audience, validToken } from './tokens.ts'

/** A verified token or OAuth grant. */
export interface Credential {
  /** Key of the rate limit. */
  id: string
  /** The only account that it gives access to. */
  accountId: string
  /** Scopes, separated by spaces (RFC 6749 §3.3). */
  scope: string
  /** Null: never. */
  expiresAt: Instant | null
}

/**
 * Gives the credential for a token's text; null when it is not valid, whatever the reason. It queries the database on every request,
 * so that a revocation takes effect immediately.
 */
export type TokenVerifier = (text: string) => Promise<Credential | null>

/** Combines verifiers. Each recognizes its own tokens by their format before it queries the database. */
export const anyVerifier =
  (...verifiers: readonly TokenVerifier[]): TokenVerifier =>
  async text => {
    for (const verify of verifiers) {
      const credential = await verify(text)
      if (credential) return credential
    }
    return null
  }

/** Verifies API tokens of one audience and records their use. */
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

/** A token or grant with its last use. */
interface Used {
  id: string
  lastUsedAt: Instant | null
}

/** Records the last use in the background. A lost record does not matter. */
type RecordUse = (used: Used, now: Instant) => void

/** Records the use of API tokens. */
export const createTokenUseRecorder = ({ db, log }: { db: Database; log: Log }): RecordUse =>
  createUseRecorder(log, (id, now) =>
    db.write(tx => tx.updateTable('token').set({ last_used_at: now }).where('id', '=', id).execute()),
  )

/** Writes at most once a minute for each id and process. */
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
