import type { Queue } from '../api/entry-queries.ts'

/** How long what is queued takes to go out at the slots that there are. */
export interface Drain {
  /** Entries and editions in slots. */
  queued: number
  slotsAWeek: number
  /** When the last of them goes out. */
  last: number
  /** More is queued in one of the queues than its slots of four weeks publish. */
  isLong: boolean
}

const WEEKS = 4

/** Null where nothing is in a slot. */
export function drainOf({ entries, slots }: Pick<Queue, 'entries' | 'slots'>): Drain | null {
  const waiting = entries.filter(({ inSlot, late }) => inSlot && !late)
  if (waiting.length === 0) return null
  const slotsOf = (set: string | null) => slots.filter(({ setId }) => setId === set).length
  const bySet = Map.groupBy(waiting, ({ setId }) => setId)
  return {
    queued: waiting.length,
    slotsAWeek: slots.length,
    last: Math.max(...waiting.map(({ queuedFor }) => queuedFor ?? 0)),
    isLong: [...bySet].some(([set, those]) => those.length > slotsOf(set) * WEEKS),
  }
}
