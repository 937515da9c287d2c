import { sql } from 'kysely'
import { type Clock, isoOf } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'

/** The outcomes of webhooks that are not stored. */
export type CountedOutcome = 'unproven' | 'too large' | 'malformed' | 'unknown event' | 'known delivery'

/** Counts webhooks that are not stored, by day, provider and outcome. Counts are written every ten seconds, not with each request. */
export interface WebhookCounters {
  count(provider: string, outcome: CountedOutcome): void
  flush(): Promise<void>
  /** Writes the remaining counts and stops the timer. */
  close(): Promise<void>
}

const FLUSH_EVERY_MS = 10_000

export function openWebhookCounters(db: Database, clock: Clock, log: Log): WebhookCounters {
  let counts = new Map<string, number>()
  const flush = async () => {
    if (counts.size === 0) return
    const [written, day] = [counts, isoOf(clock.now()).slice(0, 10)]
    counts = new Map()
    try {
      await add(db, day, written)
    } catch (error) {
      log.warn('webhook counts could not be written', { error: messageOf(error) })
    }
  }
  const timer = setInterval(flush, FLUSH_EVERY_MS).unref()
  return {
    count(provider, outcome) {
      const key = `${provider}\n${outcome}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

function add(db: Database, day: string, counts: ReadonlyMap<string, number>): Promise<unknown> {
  const rows = [...counts].map(([key, count]) => {
    const [provider = '', outcome = ''] = key.split('\n')
    return { day, provider, outcome, count }
  })
  return db.write(tx =>
    tx
      .insertInto('callback_tally')
      .values(rows)
      .onConflict(conflict =>
        conflict
          .columns(['day', 'provider', 'outcome'])
          .doUpdateSet({ count: sql<number>`callback_tally.count + excluded.count` }),
      )
      .execute(),
  )
}
