import type { Clock, Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import { createTokenUseRecorder } from './token-use.ts'
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
