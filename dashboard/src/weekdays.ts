import type { Weekday } from '#platform/recurring-time.ts'
import type { Queue } from './api/entry-queries.ts'
import { localTime } from './time.ts'

/** The names of the weekdays, from Monday on. */
export const WEEKDAYS: Record<Weekday, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
}

/** A time of the schedule: "Friday 15:30", "Friday 15:30 every two weeks", "Last Friday of the month 15:30", "Each release". */
export function timeName({
  every,
  day,
  time,
}: Pick<Queue['times'][number], 'every' | 'day' | 'time'>): string {
  if (day === null || time === null) return 'Each release'
  if (every === 'month') return `Last ${WEEKDAYS[day]} of the month ${localTime(time)}`
  return `${WEEKDAYS[day]} ${localTime(time)}${every === 'two-weeks' ? ' every two weeks' : ''}`
}
