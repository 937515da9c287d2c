import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType } from 'hono/client'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'

const account = api.accounts[':account']

/** The edition that goes out next, laid out as readers would see it now, and the account's rhythm. */
export const editionQuery = (id: string) =>
  queryOptions({
    queryKey: ['edition', id],
    queryFn: () => call(account.edition.$get({ param: { account: id } })),
  })

export type EditionData = DataOf<typeof editionQuery>
export type OpenEdition = NonNullable<EditionData['edition']>
export type EditionItem = OpenEdition['stories'][number]
export type Rhythm = EditionData['rhythm']
export type Placement = InferRequestType<(typeof account.edition.items)[':entry']['$put']>['json']
