import type { InferRequestType } from 'hono/client'
import type { api } from '../api/client.ts'
import type { editionQuery } from '../api/entry-queries.ts'
import type { DataOf } from '../api/queries.ts'

type Account = (typeof api.accounts)[':account']

export type EditionData = DataOf<typeof editionQuery>
export type OpenEdition = NonNullable<EditionData['edition']>
export type EditionItem = OpenEdition['stories'][number]
export type Placement = InferRequestType<Account['edition']['items'][':entry']['$put']>['json']
