const DAY_MS = 86_400_000
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** Both in milliseconds; `in 6 days`, `yesterday`. */
export const inDays = (at: number, now: number): string =>
  relative.format(Math.round((at - now) / DAY_MS), 'day')

/** The moment with its time zone, for whoever hovers. */
export const wholeTime = (at: number): string => whole.format(at)
