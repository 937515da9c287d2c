import { AppError } from './errors.ts'
import { safeLine } from './text.ts'

/** A moment: integer milliseconds since 1970-01-01T00:00:00Z. The only form in which times are stored and passed. */
export type Instant = number

/** Where the present moment comes from. Passed to whoever needs it, never read from the air. */
export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() }

/** RFC 3339 in UTC, with milliseconds: `2026-11-21T09:30:00.000Z`. */
export const isoOf = (instant: Instant): string => new Date(instant).toISOString()

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Reads an ISO 8601 date or date-time; a date or a time without zone is UTC. Gives null for anything else. */
export function parseInstant(text: string): Instant | null {
  if (!DATE_TIME.test(text)) return null
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$|^\d{4}-\d{2}-\d{2}$/.test(text) ? text : `${text}Z`
  const instant = Date.parse(zoned.replace(' ', 'T'))
  if (Number.isNaN(instant)) return null
  return Number(text.slice(8, 10)) <= 28 || sameDay(text, instant, zoned) ? instant : null
}

/** `Date.parse` takes 31 February for 3 March; that is a mistyped date and not one to accept. */
function sameDay(text: string, instant: Instant, zoned: string): boolean {
  const offset = /([+-])(\d{2}):?(\d{2})$/.exec(zoned.slice(10))
  const minutes = offset ? Number(`${offset[1]}1`) * (Number(offset[2]) * 60 + Number(offset[3])) : 0
  return isoOf(instant + minutes * 60_000).slice(0, 10) === text.slice(0, 10)
}

/** The IANA name of a time zone, in its usual spelling. `invalid_parameter` for anything else, offsets such as `+02:00` among it. */
export function timeZoneFrom(text: string): string {
  try {
    if (/^[A-Za-z]/.test(text)) return zonedAt(0, text).timeZoneId
  } catch {
    // Told below.
  }
  const got = safeLine(text.slice(0, 60))
  throw new AppError('invalid_parameter', `A time zone looks like Europe/Berlin or UTC; got ${got}.`, {
    parameters: [{ name: 'time_zone', got, accepts: 'the IANA name of a time zone' }],
  })
}

/** Date and time on the wall of that zone. */
export const zonedAt = (instant: Instant, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)

/**
 * When the wall of that zone first shows at least this date and time. One that it shows twice counts the first time; one that it
 * never shows, because clocks go forward over it, counts at the moment of that step, even where the step leaves out a whole day.
 */
export function firstMomentOf(wall: Temporal.PlainDateTime, zone: string): Instant {
  const zoned = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const isShown = zoned.toPlainDateTime().equals(wall)
  const moment = isShown ? zoned : zoned.getTimeZoneTransition('next')
  return (moment ?? zoned).epochMilliseconds
}
