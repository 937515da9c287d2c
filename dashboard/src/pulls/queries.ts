import { api } from '../api/client.ts'
import { accountQuery } from '../api/queries.ts'

/** How many pull requests are in each place of the ledger. Reloaded whenever the ledger is. */
export const placesQuery = accountQuery(['pulls', 'places'], api.accounts[':account'].places.$get)
