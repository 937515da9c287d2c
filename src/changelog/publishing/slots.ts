import type { Instant } from '#platform/clock.ts'
import { firstMomentOf, zonedAt } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
type Weekday = (typeof WEEKDAYS)[number]

/** A weekly time on the wall of the account's time zone. */
export interface WeeklyTime {
  weekday: Weekday
  /** Of the day, 0 to 1439. */
  minute: number
}

const DAY_MINUTES = 1_440

/**
 * The moments of weekly times after an instant, in order, without end; none where there are no times. A time that clocks go forward
 * over takes the moment of that step, one that comes twice in a night is taken the first time, and two that fall on one moment
 * are one.
 */
export function* slotsAfter(
  times: readonly WeeklyTime[],
  zone: string,
  after: Instant,
): Generator<Instant, undefined> {
  if (times.length === 0) return
  const inOrder = times.toSorted((a, b) => a.minute - b.minute)
  let last = after
  for (let day = zonedAt(after, zone).toPlainDate(); ; day = day.add({ days: 1 })) {
    const midnight = day.toPlainDateTime()
    for (const { minute, weekday } of inOrder) {
      if (weekday !== WEEKDAYS[day.dayOfWeek - 1]) continue
      const moment = firstMomentOf(midnight.add({ minutes: minute }), zone)
      if (moment <= last) continue
      yield moment
      last = moment
    }
  }
}

/** `invalid_parameter` for what is no weekday and no time of the day such as `09:30`. */
export function weeklyTimeFrom(day: string, time: string): WeeklyTime {
  const weekday = WEEKDAYS.find(one => one === day.toLowerCase())
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  if (!weekday) throw refuse('day', day, WEEKDAYS.join(', '))
  if (Number(minutes) < 60 && minute < DAY_MINUTES) return { weekday, minute }
  throw refuse('time', time, 'a time of the day such as 09:30')
}

const refuse = (name: string, text: string, accepts: string): AppError => {
  const got = safeLine(text.slice(0, 60))
  return new AppError('invalid_parameter', `The ${name} of a slot is ${accepts}; got ${got}.`, {
    parameters: [{ name, got, accepts }],
  })
}

/** `09:30`. */
export const timeOf = ({ minute }: WeeklyTime): string =>
  [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':')
