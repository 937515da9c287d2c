import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'

/** How many pull requests are in each place of the ledger. Reloaded whenever the ledger is. */
export const placesQuery = (account: string) =>
  queryOptions({
    queryKey: ['pulls', account, 'places'],
    queryFn: () => call(api.accounts[':account'].places.$get({ param: { account } })),
  })
