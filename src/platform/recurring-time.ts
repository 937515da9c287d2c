import type { Instant } from './clock.ts'
import { firstMomentOf, zonedAt } from './clock.ts'
import { AppError } from './errors.ts'
import { safeLine } from './text.ts'

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A weekly time on the wall, in some time zone. */
export interface WeeklyTime {
  weekday: Weekday
  /** Minute of the day, 0 to 1439. */
  minute: number
}

/** What a recurring time comes once in. */
export const INTERVALS = ['week', 'two-weeks', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** A time on the wall of every week, of every second week, or of every month: on the last such weekday of the interval. */
export interface RecurringTime extends WeeklyTime {
  /** A week where it is left out. */
  every?: Interval
}

const DAY_MINUTES = 1_440

/** A Monday, from which every two weeks are counted. */
const FIRST_MONDAY = Temporal.PlainDate.from('2024-01-01')

/** The first day of the week, two weeks or month that a day is in. */
export function firstDayOf(every: Interval, day: Temporal.PlainDate): Temporal.PlainDate {
  if (every === 'month') return day.with({ day: 1 })
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  if (every === 'week') return monday
  const { weeks } = monday.since(FIRST_MONDAY, { largestUnit: 'weeks' })
  return monday.subtract({ weeks: Math.abs(weeks % 2) })
}

const isOn = ({ weekday, every = 'week' }: RecurringTime, day: Temporal.PlainDate): boolean =>
  weekday === WEEKDAYS[day.dayOfWeek - 1] &&
  (every === 'week' || !firstDayOf(every, day).equals(firstDayOf(every, day.add({ days: 7 }))))

/**
 * The instants of recurring times after a given one, in order, without end; none if there are no times. A local time that daylight saving
 * skips becomes the instant of the change, a repeated one its first occurrence, and times that fall on the same instant are one.
 */
export function* timesAfter(
  times: readonly RecurringTime[],
  zone: string,
  after: Instant,
): Generator<Instant, undefined> {
  if (times.length === 0) return
  const inOrder = times.toSorted((a, b) => a.minute - b.minute)
  let last = after
  for (let day = zonedAt(after, zone).toPlainDate(); ; day = day.add({ days: 1 })) {
    const midnight = day.toPlainDateTime()
    for (const time of inOrder) {
      if (!isOn(time, day)) continue
      const moment = firstMomentOf(midnight.add({ minutes: time.minute }), zone)
      if (moment <= last) continue
      yield moment
      last = moment
    }
  }
}

/** Parses a weekday and a time such as `09:30`. Throws `invalid_parameter` for anything else. */
export function weeklyTimeFrom(day: string, time: string): WeeklyTime {
  const weekday = WEEKDAYS.find(name => name === day.toLowerCase())
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  if (!weekday) throw refuse('day', day, WEEKDAYS.join(', '))
  if (Number(minutes) < 60 && minute < DAY_MINUTES) return { weekday, minute }
  throw refuse('time', time, 'a time of the day such as 09:30')
}

const refuse = (name: string, text: string, accepts: string): AppError => {
  const got = safeLine(text.slice(0, 60))
  return new AppError('invalid_parameter', `The ${name} is ${accepts}; got ${got}.`, {
    parameters: [{ name, got, accepts }],
  })
}

/** The time of the day as `09:30`. */
export const clockTimeOf = ({ minute }: WeeklyTime): string =>
  [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':')
