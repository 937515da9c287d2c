import type { Period } from '#accounts/rhythm.ts'
import { firstMomentOf, type Instant, zonedAt } from '#platform/clock.ts'

/** A Monday, from which fortnights are counted. */
const FIRST_MONDAY = Temporal.PlainDate.from('2024-01-01')

/** The first day of the period that contains the instant, in a time zone. A release has no days: its period is the week. */
export function firstDayOf(period: Period, at: Instant, zone: string): Temporal.PlainDate {
  const day = zonedAt(at, zone).toPlainDate()
  if (period === 'monthly') return day.with({ day: 1 })
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  if (period !== 'every-two-weeks') return monday
  const weeks = monday.since(FIRST_MONDAY, { largestUnit: 'weeks' }).weeks
  return monday.subtract({ weeks: Math.abs(weeks % 2) })
}

/** When the period before the one that contains the instant began. */
export function beginningBefore(period: Period, at: Instant, zone: string): Instant {
  const first = firstMomentOf(firstDayOf(period, at, zone).toPlainDateTime(), zone)
  return firstMomentOf(firstDayOf(period, first - 1, zone).toPlainDateTime(), zone)
}

const said = (day: Temporal.PlainDate, options: Intl.DateTimeFormatOptions): string =>
  day.toLocaleString('en-GB', options)

/** "Week of 16 November", "16 to 29 November", "November 2026"; for a release its name. */
export function titleOf(period: Period, at: Instant, zone: string, release: string | null): string {
  if (period === 'release' && release !== null) return release
  const first = firstDayOf(period, at, zone)
  if (period === 'monthly') return said(first, { month: 'long', year: 'numeric' })
  const from = said(first, { day: 'numeric', month: 'long' })
  if (period !== 'every-two-weeks') return `Week of ${from}`
  const last = first.add({ days: 13 })
  const begin = first.month === last.month ? String(first.day) : from
  return `${begin} to ${said(last, { day: 'numeric', month: 'long' })}`
}
