export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY
const MONTH = 30.44 * DAY
const YEAR = 365.25 * DAY

/** The locale. The interface is in English; the order of dates and the clock follow the reader's variety of it. */
const { locale } = new Intl.DateTimeFormat().resolvedOptions()
const LOCALE = locale.startsWith('en') ? locale : 'en-GB'

type Unit = [below: number, size: number, unit: Intl.RelativeTimeFormatUnit, symbol: string]

const YEARS: Unit = [Number.POSITIVE_INFINITY, YEAR, 'year', 'y']
const UNITS: readonly Unit[] = [
  [HOUR, MINUTE, 'minute', 'min'],
  [DAY, HOUR, 'hour', 'h'],
  [MONTH, DAY, 'day', 'd'],
  [YEAR, MONTH, 'month', 'mo'],
  YEARS,
]

/** The unit for a span, chosen by the rounded span: 59.7 minutes are an hour, and just under 7 days are 7 days. */
const unitOf = (span: number): Unit =>
  UNITS.find(([below, size]) => Math.round(Math.abs(span) / size) * size < below) ?? YEARS

const relative = new Intl.RelativeTimeFormat(LOCALE)

/** Times in milliseconds since 1970: "in 6 days", "1 day ago". Rounded to one unit, from minutes to years. */
export function relativeTime(at: number, now: number): string {
  const span = at - now
  if (Math.abs(span) < MINUTE) return 'just now'
  const [, size, unit] = unitOf(span)
  return relative.format(Math.round(span / size), unit)
}

/** How long ago a time was, where there is little room: "6 h", "2 d", "3 mo". */
export function briefAge(at: number, now: number): string {
  const span = Math.max(0, now - at)
  const [, size, , symbol] = unitOf(span)
  return `${Math.round(span / size)} ${symbol}`
}

/** How long until a day, counted in days of the calendar: "in 1 d" is tomorrow. Abbreviated further for what is months away. */
export function briefWait(at: number, now: number, timeZone: string): string {
  const days = (Date.parse(dayKey(at, timeZone)) - Date.parse(dayKey(now, timeZone))) / DAY
  return `in ${days < MONTH / DAY ? `${days} d` : briefAge(now, at)}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A cached formatter, because formatters are expensive to create. */
function formatIn(timeZone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options])
  const kept = formats.get(key) ?? new Intl.DateTimeFormat(LOCALE, { ...options, timeZone })
  formats.set(key, kept)
  return kept
}

/** The full time with its time zone; without `timeZone` in the browser's. */
export const fullTime = (at: number, timeZone?: string): string =>
  formatIn(timeZone, { dateStyle: 'full', timeStyle: 'long' }).format(at)

/** Whether the name of a weekday is enough to tell the day. */
const isNear = (at: number, now: number): boolean => Math.abs(at - now) <= 6.5 * DAY

/** A time: "Tue 10:00" within a week, "Tue, 4 Mar, 10:00" beyond it. */
export const shortTime = (at: number, now: number, timeZone: string): string =>
  formatIn(timeZone, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    ...(!isNear(at, now) && { day: 'numeric', month: 'short' }),
  }).format(at)

/** The day of a time, where there is little room: "Tue" within a week, "4 Mar" beyond it. */
export const briefDay = (at: number, now: number, timeZone: string): string =>
  formatIn(timeZone, isNear(at, now) ? { weekday: 'short' } : { day: 'numeric', month: 'short' }).format(at)

/** A day: "Tue, 4 Mar", with its year if `now` is far from it. */
export const dayName = (at: number, timeZone: string, now = at): string =>
  formatIn(timeZone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(Math.abs(at - now) > YEAR / 2 && { year: 'numeric' }),
  }).format(at)

/** The heading of a day: "Today", or its name. */
export const dayHeading = (at: number, timeZone: string, now: number): string =>
  dayKey(at, timeZone) === dayKey(now, timeZone) ? 'Today' : dayName(at, timeZone, now)

/** A date: "4 Mar 2026". Without `timeZone`, `at` is midnight in UTC. */
export const shortDate = (at: number, timeZone = 'UTC'): string =>
  formatIn(timeZone, { dateStyle: 'medium' }).format(at)

/** A month: "Mar"; `at` is midnight in UTC. */
export const shortMonth = (at: number): string => formatIn('UTC', { month: 'short' }).format(at)

/** A day: "4 Mar". */
export const shortDay = (at: number, timeZone: string): string =>
  formatIn(timeZone, { day: 'numeric', month: 'short' }).format(at)

/** A time of day: "10:00". */
export const clockTime = (at: number, timeZone: string): string =>
  formatIn(timeZone, { hour: 'numeric', minute: '2-digit' }).format(at)

/** A time of the day such as `16:30` in the reader's format: "4:30 PM". */
export const localTime = (time: string): string => clockTime(Date.parse(`1970-01-01T${time}Z`), 'UTC')

/** A day as "2026-03-04", to compare days. */
export const dayKey = (at: number, timeZone: string): string => {
  const parts = Object.fromEntries(
    formatIn(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}`
}
