import { AppError } from './errors.ts'
import { safeLine } from './text.ts'

/** Integer milliseconds since 1970-01-01T00:00:00Z. All times are stored and passed in this form. */
export type Instant = number

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The source of the current time. It is passed to the code that needs it, so that tests can set the time. */
export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() }

/** RFC 3339 in UTC, with milliseconds: `2026-11-21T09:30:00.000Z`. */
export const isoOf = (instant: Instant): string => new Date(instant).toISOString()

export const isoOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : isoOf(instant)

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Parses an ISO 8601 date or date-time; without a zone it is in UTC. Null for anything else. */
export function parseInstant(text: string): Instant | null {
  if (!DATE_TIME.test(text)) return null
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$|^\d{4}-\d{2}-\d{2}$/.test(text) ? text : `${text}Z`
  const instant = Date.parse(zoned.replace(' ', 'T'))
  if (Number.isNaN(instant)) return null
  return Number(text.slice(8, 10)) <= 28 || sameDay(text, instant, zoned) ? instant : null
}

/** False for a day that does not exist: `Date.parse` reads 31 February as 3 March. */
function sameDay(text: string, instant: Instant, zoned: string): boolean {
  const offset = /([+-])(\d{2}):?(\d{2})$/.exec(zoned.slice(10))
  const minutes = offset ? Number(`${offset[1]}1`) * (Number(offset[2]) * 60 + Number(offset[3])) : 0
  return isoOf(instant + minutes * 60_000).slice(0, 10) === text.slice(0, 10)
}

/** Parses the IANA name of a time zone into its canonical spelling. `invalid_parameter` for anything else, also for `+02:00`. */
export function timeZoneFrom(text: string): string {
  try {
    if (/^[A-Za-z]/.test(text)) return zonedAt(0, text).timeZoneId
  } catch {
    // An invalid time is reported below.
  }
  const got = safeLine(text.slice(0, 60))
  throw new AppError('invalid_parameter', `A time zone looks like Europe/Berlin or UTC; got ${got}.`, {
    parameters: [{ name: 'time_zone', got, accepts: 'the IANA name of a time zone' }],
  })
}

/** The local date and time in a time zone. */
export const zonedAt = (instant: Instant, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)

/**
 * The first instant at which clocks in the zone show this local time or a later one. A time that occurs twice resolves to its first
 * occurrence. A time that clocks skip resolves to the moment of the change, also when a whole day is skipped.
 */
export function firstMomentOf(local: Temporal.PlainDateTime, zone: string): Instant {
  const zoned = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const exists = zoned.toPlainDateTime().equals(local)
  const moment = exists ? zoned : zoned.getTimeZoneTransition('next')
  return (moment ?? zoned).epochMilliseconds
}
