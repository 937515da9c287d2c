/** The names of the weekdays, from Monday on. */
export const WEEKDAYS = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const

export type Weekday = keyof typeof WEEKDAYS

export const WEEKDAY_OPTIONS = (Object.keys(WEEKDAYS) as Weekday[]).map(value => ({
  value,
  label: WEEKDAYS[value],
}))
