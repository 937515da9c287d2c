import { LRUCache } from 'lru-cache'
import { batchLoader } from '#platform/batch-loader.ts'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { createFreshness, type Freshness, type FreshnessStamp } from '#platform/db/freshness.ts'
import { messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { hashOfSecret } from '#platform/secrets.ts'
import { type Audience, type Token, validTokens } from './tokens.ts'

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

const MOST_REMEMBERED = 10_000
/** The limits of a batch. On PostgreSQL, the tokens of requests that arrive at the same time are looked up with one query. */
const BATCH = { most: 200, timeoutMs: 5_000 }

/**
 * Verifies API tokens of one audience and records their use. A revocation takes effect immediately: a token is taken from memory only
 * where SQLite shows that nobody has changed the database since it was read; on PostgreSQL every request looks it up.
 */
export class ApiTokens {
  readonly #clock: Clock
  readonly #noteUse: RecordUse
  readonly #freshness: Freshness | null
  readonly #look: (text: string) => Promise<Token | null>
  /** Tokens that were looked up, by the hash of their text. */
  readonly #seen = new LRUCache<string, { token: Token; stamp: FreshnessStamp }>({ max: MOST_REMEMBERED })

  constructor(parts: { db: Database; clock: Clock; log: Log }, audience: Audience) {
    const { db, clock } = parts
    this.#clock = clock
    this.#noteUse = createTokenUseRecorder(parts)
    this.#freshness = db.dataVersion() === null ? null : createFreshness(db)
    const lookUp = (texts: readonly string[]) => validTokens(db.read, clock.now(), texts, audience)
    this.#look = this.#freshness
      ? async text => (await lookUp([text]))[0] ?? null
      : batchLoader(lookUp, BATCH)
  }

  /** The token with this text as it was when it was last looked up, whether or not it is still valid. */
  known(text: string): Credential | undefined {
    return this.#seen.get(hashOfSecret(text))?.token
  }

  /** The token, if that is known to be valid without looking it up. Throws if the database cannot be read. */
  current(text: string): Credential | undefined {
    const seen = this.#freshness && this.#seen.get(hashOfSecret(text))
    if (!seen || !this.#freshness?.holds(seen.stamp)) return undefined
    const now = this.#clock.now()
    if (seen.token.expiresAt !== null && seen.token.expiresAt <= now) return undefined
    this.#noteUse(seen.token, now)
    return seen.token
  }

  async verify(text: string): Promise<Credential | null> {
    const current = this.current(text)
    if (current) return current
    await this.#freshness?.confirm()
    const stamp = this.#freshness?.stamp() ?? 0
    const token = await this.#look(text)
    if (token) {
      this.#seen.set(hashOfSecret(text), { token, stamp })
      this.#noteUse(token, this.#clock.now())
    }
    return token
  }
}

const EVERY_MS = 60_000
const KEPT = 10_000

/** Records the last use in the background. A lost record does not matter. */
type RecordUse = (used: { id: string; lastUsedAt: Instant | null }, now: Instant) => void

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
