import type { Queue } from '../api/entry-queries.ts'
import { WEEK } from '../time.ts'
import { freeTimes } from './lanes.ts'

/** How long the queued entries will take to go out at the times of the schedule. */
interface Drain {
  /** The number of entries and editions at times of the schedule. */
  queued: number
  /** When the last of them goes out. */
  last: number
  /** Whether the entries of a set, or those without a set, are more than a few and take all times of four weeks. */
  isLong: boolean
}

const FOUR_WEEKS = 4 * WEEK
const FEW = 4

/** The drain of the queue; null if nothing is at a time of the schedule. */
export function drainOf(queue: Pick<Queue, 'now' | 'entries' | 'free'>): Drain | null {
  const waiting = queue.entries.filter(({ onSchedule, late }) => onSchedule && !late)
  if (waiting.length === 0) return null
  const bySet = Map.groupBy(waiting, ({ setId }) => setId)
  const isFull = (set: string | null) => (freeTimes(queue, set)[0] ?? 0) > queue.now + FOUR_WEEKS
  return {
    queued: waiting.length,
    last: Math.max(...waiting.map(({ queuedFor }) => queuedFor ?? 0)),
    isLong: [...bySet].some(([set, those]) => those.length > FEW && isFull(set)),
  }
}
