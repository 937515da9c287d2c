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

/** Where an entry stands: told in full or in a line, or outside. `head` is the edition itself, with its title and opening. */
export type Standing = 'head' | 'story' | 'line' | 'held' | 'out'

/** What the keys move through: the edition itself, then its entries in reading order, then those outside. */
export interface EditionRow {
  id: string
  title: string
  standing: Standing
  /** Null for the edition itself. */
  item: EditionItem | null
}

export function rowsOf({ id, title, stories, lists, held, leftOut }: OpenEdition): EditionRow[] {
  const row = (standing: Standing) => (item: EditionItem) => ({
    id: item.id,
    title: item.title,
    standing,
    item,
  })
  return [
    { id, title, standing: 'head', item: null },
    ...stories.map(row('story')),
    ...lists.flatMap(list => list.items).map(row('line')),
    ...held.map(one => one.item).map(row('held')),
    ...leftOut.map(one => one.item).map(row('out')),
  ]
}
