import type { Period } from '#accounts/rhythm.ts'
import type { Words } from '#changelog/words/words.ts'
import { firstMomentOf, type Instant, zonedAt } from '#platform/clock.ts'

/** A Monday, from which fortnights are counted. */
const FIRST_MONDAY = Temporal.PlainDate.from('2024-01-01')

/** The first day of the period that contains the instant, in a time zone. A release has no days: its period is the week. */
function firstDayOf(period: Period, at: Instant, zone: string): Temporal.PlainDate {
  const day = zonedAt(at, zone).toPlainDate()
  if (period === 'monthly') return day.with({ day: 1 })
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  if (period !== 'every-two-weeks') return monday
  const weeks = monday.since(FIRST_MONDAY, { largestUnit: 'weeks' }).weeks
  return monday.subtract({ weeks: Math.abs(weeks % 2) })
}

/** When the period that contains the instant began. */
export const beginningOf = (period: Period, at: Instant, zone: string): Instant =>
  firstMomentOf(firstDayOf(period, at, zone).toPlainDateTime(), zone)

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
  const first = firstDayOf(period, at, zone)
  const days = new Intl.DateTimeFormat(words.dates, {
    timeZone: 'UTC',
    month: 'long',
    ...(period === 'monthly' ? { year: 'numeric' } : { day: 'numeric' }),
  })
  if (period === 'monthly') return days.format(midnightOf(first))
  return period === 'every-two-weeks'
    ? days.formatRange(midnightOf(first), midnightOf(first.add({ days: 13 })))
    : words.edition.weekOf(days.format(midnightOf(first)))
}

/** In UTC: before Node.js 26 `Intl` formats instants only. */
const midnightOf = (day: Temporal.PlainDate): Instant => firstMomentOf(day.toPlainDateTime(), 'UTC')
