import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import type { Queue } from '../api/entry-queries.ts'
import type { DataOf } from '../api/queries.ts'

/** The week that holds a date such as `2026-03-04`; without one the current week. Read again whenever the queue is. */
export const weekQuery = (account: string, day: string | undefined) =>
  queryOptions({
    queryKey: ['queue', account, 'week', day],
    queryFn: () =>
      call(api.accounts[':account'].queue.week.$get({ param: { account }, query: day ? { day } : {} })),
    placeholderData: keepPreviousData,
  })

export type Week = DataOf<typeof weekQuery>
export type QueuedEntry = Queue['entries'][number]
