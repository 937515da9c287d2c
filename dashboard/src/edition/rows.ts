import type { EditionItem, OpenEdition } from './edition.ts'

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
