import type { Queue } from '../api/entry-queries.ts'
import { useChange } from '../api/use-change.ts'

export type NewTime = Omit<Queue['times'][number], 'id'>

const weekly = { setId: null, takes: 'entry', every: 'week', time: '10:00' } as const

/** The times that are proposed for an empty schedule. */
export const PROPOSED = [
  { ...weekly, day: 'tuesday' },
  { ...weekly, day: 'thursday' },
] as const

interface Change {
  add?: readonly NewTime[]
  /** The ids of times to remove. They are removed after the new ones were added, so that an open edition continues. */
  remove?: readonly string[]
}

/** Changes the times of the schedule. Only owners may. */
export function useChangedTimes() {
  return useChange(async (act, { add = [], remove = [] }: Change) => {
    for (const { setId: set, day, time, ...same } of add)
      await act('schedule add', { set, day: day ?? undefined, time: time ?? undefined, ...same })
    for (const id of remove) await act('schedule remove', { id })
  })
}
