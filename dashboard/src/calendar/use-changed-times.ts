import { useMutation, useQueryClient } from '@tanstack/react-query'
import { act } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { type Queue, queueQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'

export type NewTime = Omit<Queue['times'][number], 'id'>

const weekly = { setId: null, takes: 'entry', every: 'week', time: '10:00' } as const

/** What is proposed while there are none. */
export const PROPOSED = [
  { ...weekly, day: 'tuesday' },
  { ...weekly, day: 'thursday' },
] as const

/** Adds times to the schedule, and removes one, which only an owner may. */
export function useChangedTimes() {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const onSettled = () => {
    entriesChanged(account, [], { except: ['queue'] })
    return queries.invalidateQueries(queueQuery(account))
  }
  const add = useMutation({
    async mutationFn(times: readonly NewTime[]) {
      for (const { setId: set, day, time, ...same } of times)
        await act(account, 'schedule add', { set, day: day ?? undefined, time: time ?? undefined, ...same })
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => act(account, 'schedule remove', { id }),
    onSettled,
  })
  return { add, remove }
}
