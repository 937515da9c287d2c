import { MINUTE_MS } from '#platform/clock.ts'

/** The times that sending goes by, in milliseconds. */
export interface PostTiming {
  /** An outcome is looked up this long after the attempt began: longer than a request can take. */
  settleMs: number
  /** The waits between look-ups of one post; after the last, a person decides. */
  lookUpWaitsMs: readonly number[]
  /** The time between two posts of one social account. */
  gapMs: number
  /** An attempt whose process was suspended for longer than this before the request is given up. */
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
