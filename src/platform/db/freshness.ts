import type { Database } from './database.ts'

/** How often SQLite's database file is checked for having been replaced. */
const PING_INTERVAL_MS = 1_000
/** How long data that was read from PostgreSQL may be served without a new query. */
const MAX_AGE_MS = 200

/** Identifies when something was read: on SQLite the data version, on PostgreSQL the time. */
export type FreshnessStamp = number

/** Decides whether something that was read earlier may be served without reading it again. */
export interface Freshness {
  /** Identifies the moment of a read. Take it before reading. */
  stamp(): FreshnessStamp
  /** Whether nothing has changed since the stamp. Throws if the database cannot be read. */
  holds(stamp: FreshnessStamp): boolean
  /** Await it before reading. Rejects if the database does not answer. */
  confirm(): Promise<void>
}

/** Uses the process's monotonic time, so that a change of the system clock has no effect. */
export const createFreshness = (db: Database): Freshness =>
  db.dataVersion() === null ? byTime() : byVersion(db)

/** For PostgreSQL. `confirm` does nothing, because the query that follows shows whether the database answers. */
const byTime = (): Freshness => ({
  stamp: () => performance.now(),
  holds: stamp => performance.now() - stamp < MAX_AGE_MS,
  confirm: async () => {},
})

/** For SQLite, whose data version shows within microseconds whether anybody committed. A replaced file is found by `ping`. */
function byVersion(db: Database): Freshness {
  const version = oncePerTurn(() => db.dataVersion() ?? 0)
  let pingedAt = Number.NEGATIVE_INFINITY
  let pinging: Promise<void> | undefined
  const look = async () => {
    try {
      await db.ping()
      pingedAt = performance.now()
    } finally {
      pinging = undefined
    }
  }
  const isRecent = () => performance.now() - pingedAt < PING_INTERVAL_MS
  return {
    stamp: version,
    holds: stamp => version() === stamp && isRecent(),
    confirm: async () => {
      if (isRecent()) return
      pinging ??= look()
      await pinging
    },
  }
}

/**
 * Calls `look` once per turn of the event loop. Requests of the same turn may share the result, because they all arrived before
 * the call and so cannot follow a commit that it did not see.
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
