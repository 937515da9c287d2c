import { queueQuery } from '../api/entry-queries.ts'
import { freeTimes } from '../calendar/lanes.ts'
import { PROPOSED, useChangedTimes } from '../calendar/use-changed-times.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { localTime } from '../time.ts'
import { WEEKDAYS } from '../weekdays.ts'
import type { InboxRow } from './queries.ts'

/**
 * When these entries would go out by the schedules of their sets: the known times in the order of the entries, so none while the queue
 * is being loaded. Null if the schedule has no time for one of them.
 */
export function useFreeTimes(rows: readonly InboxRow[]): readonly number[] | null {
  const { data } = useAccountQuery(queueQuery)
  const taken = new Map<string | null, number>()
  const times: number[] = []
  if (!data) return times
  for (const { set = null } of rows) {
    const free = freeTimes(data, set)
    if (free.length === 0) return null
    const place = taken.get(set) ?? 0
    taken.set(set, place + 1)
    const at = free[place]
    if (at !== undefined) times.push(at)
  }
  return rows.length === 0 ? null : times
}

/**
 * Shows a message that the schedule has no times. An owner can accept the proposed ones there; `onAdded` is called when they are in use.
 */
export function useTimesOffer(): (onAdded: () => void) => void {
  const { may } = useAccount()
  const change = useChangedTimes()
  const [first, second] = PROPOSED.map(({ day }) => WEEKDAYS[day])
  return onAdded => {
    if (!may('owner'))
      return toasts.show('The schedule has no time for it. Publish it with p, or ask an owner for one.')
    const use = () => change.mutateAsync({ add: PROPOSED }).then(onAdded).catch(toasts.failed)
    toasts.show('The schedule has no time for it.', {
      label: `Add ${first} and ${second} at ${localTime('10:00')}`,
      run: () => void use(),
    })
  }
}
