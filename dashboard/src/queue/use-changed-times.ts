import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferRequestType } from 'hono/client'
import { api, call } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { queueQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'

const route = api.accounts[':account'].schedule.times

export type NewTime = InferRequestType<typeof route.$post>['json']

const weekly = { set: null, takes: 'entry', every: 'week', time: '10:00' } as const

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
      for (const time of times) await call(route.$post({ param: { account }, json: time }))
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (time: string) => call(route[':time'].$delete({ param: { account, time } })),
    onSettled,
  })
  return { add, remove }
}
