import { ASKING } from '#changelog/entries/weight.ts'
import type { InboxRow } from '../inbox/queries.ts'
import { rowId } from '../inbox/search.ts'
import type { EditionItem, OpenEdition, Placement } from './edition.ts'

/** The default part for an entry that a person puts into the edition. What asks something of readers is told in full. */
export const partFor = ({ kind, isBreaking }: EditionItem): 'story' | 'line' =>
  isBreaking || ASKING.includes(kind) ? 'story' : 'line'

/** The edition as the server will probably return it; unchanged where only the server knows. */
export function placedIn(edition: OpenEdition, id: string, { part, before }: Placement): OpenEdition {
  const item = itemIn(edition, id)
  if (!item || part === 'auto') return edition
  const rest = without(edition, id)
  const placed = { ...item, isPlaced: true }
  if (part === 'out') return { ...rest, leftOut: [...rest.leftOut, { item: placed, reason: 'person' }] }
  if (part === 'story')
    return { ...rest, size: rest.size + 1, stories: inserted(rest.stories, placed, before) }
  const list = rest.lists.find(({ items }) => items.some(one => one.kind === item.kind))
  if (!list) return edition
  const lists = rest.lists.map(one =>
    one === list ? { ...one, items: inserted(one.items, placed, before) } : one,
  )
  return { ...rest, size: rest.size + 1, lists }
}

/** Finds an entry in the edition, or outside of it. */
export function itemIn({ stories, lists, held, leftOut }: OpenEdition, id: string): EditionItem | undefined {
  const outside = [...held, ...leftOut].map(({ item }) => item)
  return [...stories, ...lists.flatMap(({ items }) => items), ...outside].find(item => item.id === id)
}

function without(edition: OpenEdition, id: string): OpenEdition {
  const isOther = (item: EditionItem) => item.id !== id
  const stories = edition.stories.filter(isOther)
  const lists = edition.lists.map(list => ({ ...list, items: list.items.filter(isOther) }))
  return {
    ...edition,
    stories,
    lists: lists.filter(({ items }) => items.length > 0),
    size: stories.length + lists.reduce((sum, { items }) => sum + items.length, 0),
    held: edition.held.filter(({ item }) => isOther(item)),
    leftOut: edition.leftOut.filter(({ item }) => isOther(item)),
  }
}

/** The items with one inserted in front of the entry `before`, or at the end. */
function inserted(items: EditionItem[], item: EditionItem, before: Placement['before']): EditionItem[] {
  const at = items.findIndex(({ id }) => id === before)
  return items.toSpliced(at === -1 ? items.length : at, 0, item)
}

/**
 * The placement of an entry that moves up (-1) or down (1) by one: past its neighbour, from the last story to
 * the lines, from the first line to the stories. Null if it cannot move.
 */
export function movedBy({ stories, lists }: OpenEdition, row: InboxRow, step: 1 | -1): Placement | null {
  const lines = lists.flatMap(({ items }) => items)
  const id = rowId(row)
  const own = row.tab === 'story' ? stories : lists.find(({ items }) => has(items, id))?.items
  if (!own) return null
  const at = own.findIndex(one => one.id === id)
  if (!own[at + step]) {
    if (row.tab === 'story') return step === 1 ? { part: 'line' } : null
    return step === -1 && lines[0]?.id === id ? { part: 'story', before: null } : null
  }
  if (row.tab === 'story') return { part: 'story', before: own[step === -1 ? at - 1 : at + 2]?.id ?? null }
  const before = step === -1 ? own[at - 1] : lines[lines.findIndex(one => one.id === id) + 2]
  return { part: 'line', before: before?.id ?? null }
}

/** The story that became a line because the entry `id` took its place; undefined if none did. */
export const storyThatGaveWay = (
  before: OpenEdition,
  after: OpenEdition,
  id: string,
): EditionItem | undefined =>
  before.stories.find(story => story.id !== id && after.lists.some(({ items }) => has(items, story.id)))

const has = (items: readonly EditionItem[], id: string): boolean => items.some(item => item.id === id)

/** The placement of an entry that is dropped above or below another one. */
export function droppedAt({ stories, lists }: OpenEdition, on: string, edge: 'above' | 'below'): Placement {
  const isStory = has(stories, on)
  const those = isStory ? stories : lists.flatMap(({ items }) => items)
  const at = those.findIndex(({ id }) => id === on)
  return { part: isStory ? 'story' : 'line', before: those[edge === 'above' ? at : at + 1]?.id ?? null }
}
