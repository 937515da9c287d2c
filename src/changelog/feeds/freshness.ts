import type { Database } from '#platform/db/database.ts'

/** How often at most a database file is looked at for having been replaced. */
const LOOK_EVERY_MS = 1_000
/** How long PostgreSQL's word on a feed's revision stands. */
const WORD_STANDS_MS = 200

/** What a reading of the database was stamped with: on SQLite its version, on PostgreSQL the time. */
export type FreshnessStamp = number

/** Tells whether something read earlier may still be served without asking the database again. */
export interface Freshness {
  /** To be taken before reading. */
  stamp(): FreshnessStamp
  /** Throws when the database cannot be read. */
  holds(stamp: FreshnessStamp): boolean
  /** Rejects when the database does not answer. To be awaited before reading. */
  confirm(): Promise<void>
}

/** Times are the process's own monotonic ones: a clock that jumps must not make a feed stale. */
export const createFreshness = (db: Database): Freshness =>
  db.dataVersion() === null ? byTime() : byVersion(db)

/** PostgreSQL: there the query for the revision, which comes next, is itself the proof that the database answers. */
const byTime = (): Freshness => ({
  stamp: () => performance.now(),
  holds: stamp => performance.now() - stamp < WORD_STANDS_MS,
  confirm: async () => {},
})

/** SQLite tells within microseconds whether anybody has committed; only a replaced file takes a closer look. */
function byVersion(db: Database): Freshness {
  const version = oncePerTurn(() => db.dataVersion() ?? 0)
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  const look = async () => {
    try {
      await db.ping()
      lookedAt = performance.now()
    } finally {
      looking = undefined
    }
  }
  const isRecent = () => performance.now() - lookedAt < LOOK_EVERY_MS
  return {
    stamp: version,
    holds: stamp => version() === stamp && isRecent(),
    confirm: async () => {
      if (isRecent()) return
      looking ??= look()
      await looking
    },
  }
}

/**
 * Requests that the event loop found waiting together share one look: they all were there before it, so none of them can have
 * been sent after a commit that the look did not see.
 */
function oncePerTurn<T>(look: () => T): () => T {
  let seen: { value: T } | undefined
  const forget = () => {
    seen = undefined
  }
  return () => {
    if (seen) return seen.value
    seen = { value: look() }
    setImmediate(forget)
    return seen.value
  }
}
