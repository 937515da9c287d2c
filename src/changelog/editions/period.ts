import type { Period } from '#changelog/schedule/times.ts'
import type { Words } from '#changelog/words/words.ts'
import { firstMomentOf, type Instant, zonedAt } from '#platform/clock.ts'
import { firstDayOf } from '#platform/recurring-time.ts'

/** The first day of the period that contains the instant, in a time zone. A release has no days: its period is the week. */
const firstDay = (period: Period, at: Instant, zone: string): Temporal.PlainDate =>
  firstDayOf(period === 'release' ? 'week' : period, zonedAt(at, zone).toPlainDate())

/** When the period that contains the instant began. */
export const beginningOf = (period: Period, at: Instant, zone: string): Instant =>
  firstMomentOf(firstDay(period, at, zone).toPlainDateTime(), zone)

/** When the period before the one that contains the instant began. */
export const beginningBefore = (period: Period, at: Instant, zone: string): Instant =>
  beginningOf(period, beginningOf(period, at, zone) - 1, zone)

/** "Week of 16 November", "16–29 November", "November 2026"; for a release its name. In the words' language. */
export function titleOf(
  period: Period,
  { at, zone, words }: { at: Instant; zone: string; words: Words },
  release: string | null,
): string {
  if (period === 'release' && release !== null) return release
  const first = firstDay(period, at, zone)
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

/** In UTC: before Node.js 26 `Intl` formats instants only. */
const midnightOf = (day: Temporal.PlainDate): Instant => firstMomentOf(day.toPlainDateTime(), 'UTC')
