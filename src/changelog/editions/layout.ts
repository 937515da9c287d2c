import type { EditionPlace } from '#changelog/entries/entry.ts'
import { ASKING, bySize, listsOf, NEWS, type RankedChange } from '#changelog/entries/weight.ts'
import type { ListName } from '#changelog/kind-faces.ts'

/** Why an entry is not in the edition yet: nothing that the machine decides lifts it. */
export type Hold = 'needs-words' | 'not-live' | 'unshipped' | 'flagged'
/** Why an entry was left out: a person did, it does not wait for an edition, or the edition is full and it waits for the next one. */
export type LeftOut = 'person' | 'urgent' | 'full'

/** An entry that may be part of an edition. */
export interface EditionItem extends RankedChange {
  title: string
  /** It holds several changes. */
  isGroup: boolean
  hasPicture: boolean
  hold: Hold | null
  /** It is breaking or about security, and such things do not wait in this account, unless a person places it. */
  isUrgent: boolean
  /** The machine is unsure whether customers notice it. */
  isUnsure: boolean
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
 * Lays out an edition. A person's placement rules, also over a hold that is a matter of judgement. Of the rest, what asks something of
 * readers is a story: breaking changes, security, deprecations and removals. So are the weightiest new, improved or faster things of at
 * least `minor` magnitude, until there are three stories: those that hold several changes first, then those with a picture, then those that
 * the machine is sure of. Everything else takes a line. What a person placed stands above the rest, and is the last to be left out of an
 * edition that is full.
 */
export function layOut<T extends EditionItem>(items: readonly T[]): EditionLayout<T> {
  const held = items.flatMap(item => (item.hold && !isPlaced(item) ? [{ item, reason: item.hold }] : []))
  const leftOut = items.flatMap(item => leftOutOf(item))
  const outside = new Set([...held, ...leftOut].map(({ item }) => item))
  const fitting = items.filter(item => !outside.has(item))
  const full = inOrder(fitting).slice(EDITION_SIZE)
  const waiting = new Set(full)
  const inside = fitting.filter(item => !waiting.has(item))
  const stories = storiesOf(inside)
  const told = new Set(stories)
  const lines = inOrder(inside.filter(item => !told.has(item)))
  const rest = full.map(item => ({ item, reason: 'full' as const }))
  return { stories, lists: listsOf(lines), held, leftOut: [...leftOut, ...rest] }
}

/** The entries of a layout in the order in which they are read. */
export const inReadingOrder = <T>({ stories, lists }: Pick<EditionLayout<T>, 'stories' | 'lists'>): T[] => [
  ...stories,
  ...lists.flatMap(list => list.changes),
]

/** A person put it in: it is told. What no release contains yet waits all the same. */
const isPlaced = ({ place, hold }: EditionItem): boolean =>
  place !== null && place.part !== 'out' && hold !== 'unshipped' && hold !== 'flagged'

function leftOutOf<T extends EditionItem>(item: T): EditionLayout<T>['leftOut'] {
  if (item.hold !== null && !isPlaced(item)) return []
  if (item.place?.part === 'out') return [{ item, reason: 'person' }]
  return item.isUrgent && item.place === null ? [{ item, reason: 'urgent' }] : []
}

function storiesOf<T extends EditionItem>(inside: readonly T[]): T[] {
  const placed = inside.filter(({ place }) => place?.part === 'story')
  const free = inside.filter(({ place }) => place === null).toSorted(byWeight)
  const asking = free.filter(({ kind, isBreaking }) => isBreaking || ASKING.includes(kind))
  const room = Math.max(0, MOST_STORIES - placed.length - asking.length)
  const asked = new Set(asking)
  const news = free.filter(item => !asked.has(item) && NEWS.includes(item.kind) && isLarge(item))
  return inOrder([...placed, ...asking, ...news.slice(0, room)])
}

const isLarge = ({ magnitude, isGroup, hasPicture }: EditionItem): boolean =>
  magnitude !== 'patch' || isGroup || hasPicture

const byWeight = (a: EditionItem, b: EditionItem): number =>
  Number(b.isBreaking) - Number(a.isBreaking) ||
  Number(b.isGroup) - Number(a.isGroup) ||
  Number(b.hasPicture) - Number(a.hasPicture) ||
  Number(a.isUnsure) - Number(b.isUnsure) ||
  bySize(a, b)

/** Those that a person placed first, in the order that they gave; the others by weight, newest first. */
const inOrder = <T extends EditionItem>(items: readonly T[]): T[] =>
  items.toSorted(
    (a, b) =>
      Number(a.place === null) - Number(b.place === null) ||
      (a.place?.position ?? Number.POSITIVE_INFINITY) - (b.place?.position ?? Number.POSITIVE_INFINITY) ||
      byWeight(a, b) ||
      b.mergedAt - a.mergedAt,
  )
