import type { Cadence } from '#changelog/schedule/times.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { beginningOf } from './period.ts'

/** How many editions are read at most: more than a streak is likely to have. */
const MOST_READ = 520

/** Periods in a row in each of which an edition went out, up to the current one or the one before. */
interface Streak {
  periods: number
  /**
   * When the editions of the streak went out, the newest first. For an account that publishes with each
   * release, every edition counts as a period.
   */
  dates: Instant[]
}

/** The streak of an account; null for one that publishes entry by entry. */
export async function editionStreak(
  db: Reader,
  accountId: string,
  cadence: Cadence | null,
  now: Instant,
): Promise<Streak | null> {
  if (cadence === null) return null
  const rows = await db
    .selectFrom('entry')
    .select('published_at')
    .where('account_id', '=', accountId)
    .where('origin', '=', 'edition')
    .where('state', '=', 'published')
    .orderBy('published_at', 'desc')
    .limit(MOST_READ)
    .execute()
  const dates = rows.map(row => row.published_at ?? 0)
  if (cadence.period === 'release') return { periods: dates.length, dates }
  return inARow(dates, at => beginningOf(cadence, at), now)
}

/** Walks back period by period. The current period need not have an edition yet. */
function inARow(dates: readonly Instant[], startOf: (at: Instant) => Instant, now: Instant): Streak {
  const byPeriod = Map.groupBy(dates, startOf)
  let start = startOf(now)
  if (!byPeriod.has(start)) start = startOf(start - 1)
  const streak: Streak = { periods: 0, dates: [] }
  for (let those = byPeriod.get(start); those !== undefined; those = byPeriod.get(start)) {
    streak.periods++
    streak.dates.push(...those)
    start = startOf(start - 1)
  }
  return streak
}
