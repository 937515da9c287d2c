import { Backdrops } from './model/backdrop.ts'
import type { Habits } from './team/habits.ts'

/** What is known beside a pull request itself when it is judged. */
export interface Known {
  /** What the account's own decisions taught. */
  habits: Habits | null
  /** What the other merges of repositories look like. */
  backdrops: Backdrops | null
}

/** With nothing but what is judged one after the other. */
export const nothingBefore = () => ({ habits: null, backdrops: new Backdrops() })

export const NOTHING_KNOWN: Known = { habits: null, backdrops: null }
