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
 * The title of an edition, in the language of the words: "Week of 16 November", "16–29 November", "November 2026"; for a release its name.
 */
export function periodTitleOf(
  cadence: Cadence,
  at: Instant,
  words: PageWords,
  release: string | null,
): string {
  const { period } = cadence
  if (period === 'release' && release !== null) return release
  const first = firstDay(cadence, at)
  const days = new Intl.DateTimeFormat(words.dates, {
    timeZone: 'UTC',
    month: 'long',
    ...(period === 'month' ? { year: 'numeric' } : { day: 'numeric' }),
  })
  if (period === 'month') return days.format(midnightOf(first))
  return period === 'two-weeks'
    ? days.formatRange(midnightOf(first), midnightOf(first.add({ days: 13 })))
    : words.edition.weekOf(days.format(midnightOf(first)))
}

/** The day's midnight in UTC, because `Intl` formats only instants before Node.js 26. */
const midnightOf = (day: Temporal.PlainDate): Instant => firstMomentOf(day.toPlainDateTime(), 'UTC')
