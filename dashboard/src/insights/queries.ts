import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'

/** What shipped, how long news takes, and whether people keep the machine's words and decisions. */
export const insightsQuery = (account: string) =>
  queryOptions({
    queryKey: ['insights', account],
    queryFn: () =>
      call(api.accounts[':account'].insights.$get({ param: { account }, query: { weeks: '26' } })),
  })

export type Insights = DataOf<typeof insightsQuery>
