import type { EditionPlace } from '#changelog/entries/entry.ts'
import { byLead, type Leading } from '#changelog/entries/lead.ts'
import { thingsIn } from '#changelog/entries/topics.ts'
import { ASKING, listsOf, NEWS } from '#changelog/entries/weight.ts'
import type { ListName } from '#changelog/kind-faces.ts'

/** Why an entry is held back from the edition, for as long as the reason lasts. */
export type Hold = 'needs-words' | 'not-live' | 'unshipped' | 'flagged'
/** Why an entry was left out: a person did, it does not wait for an edition, or the edition is full and it waits for the next one. */
export type LeftOut = 'person' | 'urgent' | 'full'

/** An entry that may be part of an edition. */
export interface EditionItem extends Leading {
  mergedAt: number
  title: string
  /** `told` if the entry is in the edition, otherwise why it is not. */
  standing: 'told' | Hold | LeftOut
  /** The entry covers several changes. */
  isGroup: boolean
  hasPicture: boolean
  /** Where a person put it. */
  place: EditionPlace | null
}

/** An edition as readers see it, and what is not in it. */
export interface EditionLayout<T> {
  /** The entries that are told in full. */
  stories: T[]
  /** The entries that are told in one line each. */
  lists: { name: ListName; changes: T[] }[]
  held: { item: T; reason: Hold }[]
  leftOut: { item: T; reason: LeftOut }[]
}

/** The most entries that an edition has. */
export const EDITION_SIZE = 200

/** How many stories the machine picks from the news. Changes that ask something of readers are stories in any case. */
const MOST_STORIES = 3

/**
 * Lays out an edition from ranked items (`rankedItems`). Stories that a person chose stand above the rest, and a story that a person left
 * out is not replaced by another. Changes that ask something of readers are always stories: breaking changes, deprecations and removals. So
 * are the first of the new, improved or faster things of at least `minor` magnitude, until there are three stories, on different things if
 * possible. Everything else takes one line; security has a list of its own.
 */
export function layOut<T extends EditionItem>(ranked: readonly T[], editionId: string): EditionLayout<T> {
  const inside = ranked.filter(({ standing }) => standing === 'told')
  const leftOut = ranked.filter(({ place }) => place?.part === 'out' && place.id === editionId)
  const stories = storiesOf(inside, leftOut)
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

/** What a person left out keeps its place among the candidates, so that nothing rises in its stead. */
function storiesOf<T extends EditionItem>(inside: readonly T[], leftOut: readonly T[]): Set<T> {
  const placed = inside.filter(({ place }) => place?.part === 'story')
  const free = inside.filter(({ place }) => place === null)
  const asking = free.filter(({ kind, isBreaking }) => isBreaking || ASKING.includes(kind))
  const asked = new Set(asking)
  const news = [...free, ...leftOut].filter(item => !asked.has(item) && isNews(item)).toSorted(byRank)
  const room = Math.max(0, MOST_STORIES - placed.length - asking.length)
  const chosen = onDifferentThings(news, room, [...placed, ...asking])
  return new Set([...placed, ...asking, ...chosen])
}

/** As the database ranks them. */
const byRank = (a: EditionItem, b: EditionItem): number =>
  Number(b.isGroup) - Number(a.isGroup) ||
  Number(b.hasPicture) - Number(a.hasPicture) ||
  byLead(a, b) ||
  b.mergedAt - a.mergedAt

/** Picks stories from the news: first those that name nothing that an earlier story names, then the others. */
function onDifferentThings<T extends EditionItem>(news: readonly T[], room: number, told: readonly T[]): T[] {
  const named = new Set(told.flatMap(({ title }) => thingsIn(title)))
  const others: T[] = []
  const chosen: T[] = []
  for (const item of news) {
    const things = thingsIn(item.title)
    if (chosen.length >= room) break
    if (things.some(thing => named.has(thing))) others.push(item)
    else chosen.push(item)
    for (const thing of things) named.add(thing)
  }
  return [...chosen, ...others].slice(0, room)
}

const isNews = ({ kind, magnitude, isGroup, hasPicture }: EditionItem): boolean =>
  NEWS.includes(kind) && (magnitude !== 'patch' || isGroup || hasPicture)
