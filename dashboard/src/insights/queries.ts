import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'

/** What shipped, whether people agree with the machine, how long news takes, and what was never announced. */
export const insightsQuery = (account: string) =>
  queryOptions({
    queryKey: ['insights', account],
    queryFn: () =>
      call(api.accounts[':account'].insights.$get({ param: { account }, query: { weeks: '26' } })),
  })

export type Insights = DataOf<typeof insightsQuery>
