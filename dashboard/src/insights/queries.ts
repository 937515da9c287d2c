import { api } from '../api/client.ts'
import { accountQuery, type DataOf } from '../api/queries.ts'

/** What shipped, how long news takes, and whether people keep the machine's words and decisions. */
export const insightsQuery = accountQuery(['insights'], request =>
  api.accounts[':account'].insights.$get({ ...request, query: { weeks: '26' } }),
)

export type Insights = DataOf<typeof insightsQuery>
