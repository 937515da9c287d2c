import type { EditionPlace } from '#changelog/entries/entry.ts'
import { ASKING, listsOf, NEWS, type RankedChange } from '#changelog/entries/weight.ts'
import type { ListName } from '#changelog/kind-faces.ts'

/** Why an entry is not in the edition yet: nothing that the machine decides lifts it. */
export type Hold = 'needs-words' | 'not-live' | 'unshipped' | 'flagged'
/** Why an entry was left out: a person did, it does not wait for an edition, or the edition is full and it waits for the next one. */
export type LeftOut = 'person' | 'urgent' | 'full'

/** An entry that may be part of an edition. */
export interface EditionItem extends RankedChange {
  /** It is in the edition, or why not. */
  standing: 'told' | Hold | LeftOut
  /** It holds several changes. */
  isGroup: boolean
  hasPicture: boolean
  /** Where a person put it. */
  place: EditionPlace | null
}

/** An edition as readers see it, and what is not in it. */
export interface EditionLayout<T> {
  /** Told in full. */
  stories: T[]
  /** Told in a line each. */
  lists: { name: ListName; changes: T[] }[]
  held: { item: T; reason: Hold }[]
  leftOut: { item: T; reason: LeftOut }[]
}

/** So many entries an edition has at most. */
export const EDITION_SIZE = 200

/** So many stories the machine picks; what asks something of readers is always one. */
const MOST_STORIES = 3

/**
 * Lays out an edition from ranked items (`rankedItems`). A person's placement rules. Of the rest, what asks something of readers is a story:
 * breaking changes, security, deprecations and removals. So are the weightiest new, improved or faster things of at least `minor` magnitude,
 * until there are three stories: those that hold several changes first, then those with a picture, then those that the machine is sure of.
 * Everything else takes a line. What a person placed stands above the rest.
 */
export function layOut<T extends EditionItem>(ranked: readonly T[]): EditionLayout<T> {
  const inside = ranked.filter(({ standing }) => standing === 'told')
  const stories = storiesOf(inside)
  const outside = Map.groupBy(ranked, ({ standing }) => standing)
  const of = <R extends Hold | LeftOut>(...reasons: R[]) =>
    reasons.flatMap(reason => (outside.get(reason) ?? []).map(item => ({ item, reason })))
  return {
    stories: inside.filter(item => stories.has(item)),
    lists: listsOf(inside.filter(item => !stories.has(item))),
    held: of('needs-words', 'not-live', 'unshipped', 'flagged'),
    leftOut: of('person', 'urgent', 'full'),
  }
}

/** The entries of a layout in the order in which they are read. */
export const inReadingOrder = <T>({ stories, lists }: Pick<EditionLayout<T>, 'stories' | 'lists'>): T[] => [
  ...stories,
  ...lists.flatMap(list => list.changes),
]

function storiesOf<T extends EditionItem>(inside: readonly T[]): Set<T> {
  const placed = inside.filter(({ place }) => place?.part === 'story')
  const free = inside.filter(({ place }) => place === null)
  const asking = free.filter(({ kind, isBreaking }) => isBreaking || ASKING.includes(kind))
  const room = Math.max(0, MOST_STORIES - placed.length - asking.length)
  const asked = new Set(asking)
  const news = free.filter(item => !asked.has(item) && NEWS.includes(item.kind) && isLarge(item))
  return new Set([...placed, ...asking, ...news.slice(0, room)])
}

const isLarge = ({ magnitude, isGroup, hasPicture }: EditionItem): boolean =>
  magnitude !== 'patch' || isGroup || hasPicture
