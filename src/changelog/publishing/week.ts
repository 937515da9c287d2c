import { accountById } from '#accounts/account.ts'
import { type TimeOfLane, timesUntil } from '#changelog/schedule/times.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import type { Instant } from '#platform/clock.ts'
import { firstMomentOf, zonedAt } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'

/** Published entries of a week that are listed. An import may have more. */
const PUBLISHED_SHOWN = 200

/** A week of the schedule, from Monday on, in the account's time zone. */
interface QueueWeek {
  /** The date of each day and the instant at which it begins. */
  days: { date: string; at: Instant }[]
  /** When the week ends. */
  until: Instant
  /** The times of the week that are still to come, free or not. */
  times: TimeOfLane[]
  /** What was published in the week, the oldest first. */
  published: { id: string; title: string; kind: Kind; setId: string | null; publishedAt: Instant }[]
}

/** The week that holds a date such as `2026-03-04`; without a date the current one. */
export async function queueWeek(
  db: Reader,
  accountId: string,
  now: Instant,
  date?: string,
): Promise<QueueWeek> {
  const { timeZone } = await accountById(db, accountId)
  const day = date === undefined ? zonedAt(now, timeZone).toPlainDate() : Temporal.PlainDate.from(date)
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  const dates = Array.from({ length: 8 }, (_, days) => monday.add({ days }))
  const moments = dates.map(one => firstMomentOf(one.toPlainDateTime(), timeZone))
  const [from = 0, until = 0] = [moments[0], moments[7]]
  return {
    days: moments.slice(0, 7).map((at, index) => ({ date: String(dates[index]), at })),
    until,
    times: await timesUntil(db, accountId, { after: Math.max(from - 1, now), until }),
    published: await publishedIn(db, accountId, from, until),
  }
}

async function publishedIn(
  db: Reader,
  accountId: string,
  from: Instant,
  until: Instant,
): Promise<QueueWeek['published']> {
  return db
    .selectFrom('entry')
    .select(['id', 'title', 'kind', 'set_id as setId', 'published_at as publishedAt'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'published')
    .where('published_at', '>=', from)
    .where('published_at', '<', until)
    .orderBy('published_at')
    .orderBy('id')
    .limit(PUBLISHED_SHOWN)
    .$narrowType<{ publishedAt: number }>()
    .execute()
}
