import type { Instant } from '#platform/clock.ts'

/** Older and further ahead than this is taken for a repetition by a stranger. */
const WINDOW_MS = 5 * 60_000

/** Whether a signed time, in whole seconds, is that of a callback sent just now. */
export const isRecentTimestamp = (seconds: string, now: Instant): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1000) <= WINDOW_MS
