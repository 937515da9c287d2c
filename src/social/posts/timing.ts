import { MINUTE_MS } from '#platform/clock.ts'

/** The times that control sending, in milliseconds. */
export interface PostTiming {
  /** How long after an attempt began its outcome is looked up: longer than a request can take. */
  settleMs: number
  /** The waits between look-ups of one post. After the last one, a person decides. */
  lookUpWaitsMs: readonly number[]
  /** The time between two posts of one social account. */
  gapMs: number
  /** An attempt is given up if its process was suspended for longer than this before the request. */
  fenceMs: number
}

/** The longest that a request to a network may take, in milliseconds. */
export const REQUEST_MS = 30_000

export const POST_TIMING: PostTiming = {
  settleMs: 2 * MINUTE_MS,
  lookUpWaitsMs: [1, 5, 30, 60, 120].map(minutes => minutes * MINUTE_MS),
  gapMs: 5_000,
  fenceMs: 10_000,
}
