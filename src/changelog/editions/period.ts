import type { Cadence } from '#changelog/schedule/times.ts'
import type { PageWords } from '#changelog/words/words.ts'
import { firstMomentOf, type Instant, zonedAt } from '#platform/clock.ts'
import { firstDayOf } from '#platform/recurring-time.ts'

/** The first day of the period that contains the instant. A release has no days: its period is the week. */
function firstDay({ period, timeZone, countedFrom }: Cadence, at: Instant): Temporal.PlainDate {
  const day = zonedAt(at, timeZone).toPlainDate()
  return firstDayOf(period === 'release' ? 'week' : period, day, countedFrom ?? day)
}

/** When the period that contains the instant began. */
export const beginningOf = (cadence: Cadence, at: Instant): Instant =>
  firstMomentOf(firstDay(cadence, at).toPlainDateTime(), cadence.timeZone)

/** When the period before the one that contains the instant began. */
export const beginningBefore = (cadence: Cadence, at: Instant): Instant =>
  beginningOf(cadence, beginningOf(cadence, at) - 1)

/**
 * The title of an edition, in the language of the words: "Week of 16 November", "November 2026", for a release its name. That of two weeks
 * names the days of what it tells, "16–29 November", since it may go out before its fortnight ends. `told` are the instants of its merges;
 * without any, the title is that of the period that contains `now`.
 */
export function periodTitleOf(
  cadence: Cadence,
  told: readonly Instant[],
  now: Instant,
  words: PageWords,
  release: string | null,
): string {
  const { period, timeZone } = cadence
  if (period === 'release' && release !== null) return release
  const newest = told.length > 0 ? Math.max(...told) : now
  const first = firstDay(cadence, newest)
  const days = new Intl.DateTimeFormat(words.dates, {
    timeZone: 'UTC',
    month: 'long',
    ...(period === 'month' ? { year: 'numeric' } : { day: 'numeric' }),
  })
  if (period === 'month') return days.format(midnightOf(first))
  if (period !== 'two-weeks') return words.edition.weekOf(days.format(midnightOf(first)))
  const dayOf = (at: Instant) => zonedAt(at, timeZone).toPlainDate()
  const [from, to] =
    told.length > 0
      ? ([dayOf(Math.min(...told)), dayOf(newest)] as const)
      : ([first, first.add({ days: 13 })] as const)
  return days.formatRange(midnightOf(from), midnightOf(to))
}

/** The day's midnight in UTC, because `Intl` formats only instants before Node.js 26. */
const midnightOf = (day: Temporal.PlainDate): Instant => firstMomentOf(day.toPlainDateTime(), 'UTC')
