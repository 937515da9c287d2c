import type { Instant } from './clock.ts'
import { AppError } from './errors.ts'
import { safeLine } from './text.ts'

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
