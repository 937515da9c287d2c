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

/** A local time of a weekday, in some time zone. */
export interface WeeklyTime {
  weekday: Weekday
  /** Minute of the day, 0 to 1439. */
  minute: number
}

/** How often a recurring time comes. */
export const INTERVALS = ['week', 'two-weeks', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** A local time of every week, of every second week, or of every month: on the last such weekday of the month. */
export interface RecurringTime extends WeeklyTime {
  /** Weekly if left out. */
  every?: Interval
  /** When it was added. Its first occurrence in every two weeks is the next one after that. */
  since?: Instant
}

const DAY_MINUTES = 1_440

const mondayOf = (day: Temporal.PlainDate): Temporal.PlainDate => day.subtract({ days: day.dayOfWeek - 1 })

/** The first day of the week, two weeks or month that a day is in. Two weeks are counted from a Monday. */
export function firstDayOf(
  every: Interval,
  day: Temporal.PlainDate,
  countedFrom: Temporal.PlainDate,
): Temporal.PlainDate {
  if (every === 'month') return day.with({ day: 1 })
  const monday = mondayOf(day)
  if (every === 'week') return monday
  const { weeks } = monday.since(countedFrom, { largestUnit: 'weeks' })
  return monday.subtract({ weeks: Math.abs(weeks % 2) })
}

/** The Monday from which the two weeks of a time are counted, so that its first date is the next one after it was made. */
export function firstFortnightOf(
  { weekday, minute, since = 0 }: RecurringTime,
  zone: string,
): Temporal.PlainDate {
  const [first = since] = timesAfter([{ weekday, minute }], zone, since).take(1)
  return mondayOf(zonedAt(first, zone).toPlainDate()).subtract({ weeks: 1 })
}

/** Whether a time occurs on a day. In intervals longer than a week it occurs on the last such weekday. */
function isOn({ weekday, every = 'week' }: RecurringTime, day: Temporal.PlainDate, from: Temporal.PlainDate) {
  if (weekday !== WEEKDAYS[day.dayOfWeek - 1]) return false
  return (
    every === 'week' || !firstDayOf(every, day, from).equals(firstDayOf(every, day.add({ days: 7 }), from))
  )
}

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
  const today = zonedAt(after, zone).toPlainDate()
  const inOrder = times
    .map(time => ({ time, from: time.every === 'two-weeks' ? firstFortnightOf(time, zone) : today }))
    .toSorted((a, b) => a.time.minute - b.time.minute)
  let last = after
  for (let day = today; ; day = day.add({ days: 1 })) {
    const midnight = day.toPlainDateTime()
    for (const { time, from } of inOrder) {
      if (!isOn(time, day, from)) continue
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
