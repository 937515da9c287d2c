import type { Weekday } from '#platform/weekly-time.ts'
import { namedOptions } from './parts/form/options.ts'
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

export const WEEKDAY_OPTIONS = namedOptions(WEEKDAYS)
