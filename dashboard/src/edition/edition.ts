import type { InputOf } from '../api/client.ts'
import type { editionQuery } from '../api/entry-queries.ts'
import type { DataOf } from '../api/queries.ts'

export type EditionData = DataOf<typeof editionQuery>
export type OpenEdition = NonNullable<EditionData['edition']>
export type EditionItem = OpenEdition['stories'][number]
export interface Placement {
  part: InputOf<'edition place'>['as']
  /** The id of the entry that it is to stand above; null for the end. */
  before?: string | null
}

export const itemsOf = ({ stories, lists }: OpenEdition): EditionItem[] => [
  ...stories,
  ...lists.flatMap(({ items }) => items),
]
