import type { EditionPlace } from '#changelog/entries/entry.ts'
import { byLead, type Leading } from '#changelog/entries/lead.ts'
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
  /** The things that it is about: those that its title names, and the part of the product. */
  things: readonly string[]
  /** `told` if the entry is in the edition, otherwise why it is not. */
  standing: 'told' | Hold | LeftOut
  /** The entry covers several changes. */
  isGroup: boolean
  hasPicture: boolean
  hasText: boolean
  /** The machine is unsure whether customers notice the change. */
  isUnsure: boolean
  /** Its place among the entries that a writer leads with; null if it is none of them. */
  chosenAt: number | null
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
export const MOST_STORIES = 3
/** The most entries that a writer chooses the stories from. */
const MOST_CANDIDATES = 24

/**
 * Lays out an edition from ranked items (`rankedItems`). Stories that a person chose stand above the rest, and a story that a person left
 * out is not replaced by another. Changes that ask something of readers are always stories: breaking changes, deprecations and removals. So
 * are the first three that a writer leads with, and then the first of the new, improved or faster things of at least `minor` magnitude, until
 * there are three stories, on different things if possible. Everything else takes one line; security has a list of its own.
 */
export function layOut<T extends EditionItem>(ranked: readonly T[], editionId: string): EditionLayout<T> {
  const inside = ranked.filter(({ standing }) => standing === 'told')
  const leftOut = ranked.filter(({ place }) => place?.part === 'out' && place.id === editionId)
  const stories = storiesOf(inside, leftOut)
  const outside = Map.groupBy(ranked, ({ standing }) => standing)
  const of = <R extends Hold | LeftOut>(...reasons: R[]) =>
    reasons.flatMap(reason => (outside.get(reason) ?? []).map(item => ({ item, reason })))
  return {
    stories: inside.filter(item => stories.has(item)).toSorted(inOrder),
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
  const placed = inside.filter(isPlacedStory)
  const free = [...inside.filter(({ place }) => place === null), ...leftOut]
  const room = (told: Iterable<T>) => Math.max(0, MOST_STORIES - [...told].length)
  const chosen = free.filter(({ chosenAt }) => chosenAt !== null).toSorted(inOrder)
  const told = new Set([...placed, ...inside.filter(isAsking), ...chosen.slice(0, room(placed))])
  const news = free.filter(item => !told.has(item) && isNews(item)).toSorted(byRank)
  return new Set([...told, ...onDifferentThings(news, room(told), told)])
}

/**
 * What a writer words an edition from: the stories whatever it says, which a person placed or which ask something of readers, and the news
 * that it may choose stories from, with a text first. It may also choose a line, since teams lead with what is called a fix or a patch too.
 */
export function storyCandidates<T extends EditionItem>(
  layout: EditionLayout<T>,
): Record<'fixed' | 'news' | 'lines', T[]> {
  const inside = inReadingOrder(layout)
  const free = inside.filter(item => item.place === null && !isAsking(item))
  const isReady = ({ hasText, isUnsure }: EditionItem) => Number(hasText && !isUnsure)
  const first = (items: T[], most: number) =>
    items.toSorted((a, b) => isReady(b) - isReady(a) || byRank(a, b)).slice(0, most)
  const news = first(free.filter(isNews), MOST_CANDIDATES)
  const others = free.filter(item => !isNews(item) && item.kind !== 'security')
  return {
    fixed: [...inside.filter(isPlacedStory), ...inside.filter(isAsking).toSorted(byRank)],
    news,
    lines: first(others, MOST_CANDIDATES - news.length),
  }
}

const isPlacedStory = ({ place }: EditionItem): boolean => place?.part === 'story'

/** Whether it is a story because it asks something of readers. */
const isAsking = ({ place, kind, isBreaking }: EditionItem): boolean =>
  place === null && (isBreaking || ASKING.includes(kind))

/** Stories that a person placed first, then breaking changes, then the writer's choice. The others keep their order, since sorting is stable. */
const inOrder = (a: EditionItem, b: EditionItem): number =>
  isPlacedStory(a) || isPlacedStory(b)
    ? Number(isPlacedStory(b)) - Number(isPlacedStory(a))
    : Number(b.isBreaking) - Number(a.isBreaking) || chosenPlace(a) - chosenPlace(b)

const chosenPlace = ({ chosenAt }: EditionItem): number => chosenAt ?? MOST_CANDIDATES

/** The order in which `rankedRows` of `items.ts` gives drafts that nobody placed. */
const byRank = (a: EditionItem, b: EditionItem): number =>
  Number(b.isGroup) - Number(a.isGroup) ||
  Number(b.hasPicture) - Number(a.hasPicture) ||
  byLead(a, b) ||
  b.mergedAt - a.mergedAt

/** Picks stories from the news: first those on nothing that an earlier story is on, then the others. */
function onDifferentThings<T extends EditionItem>(news: readonly T[], room: number, told: Iterable<T>): T[] {
  const named = new Set([...told].flatMap(({ things }) => things))
  const others: T[] = []
  const chosen: T[] = []
  for (const item of news) {
    if (chosen.length >= room) break
    if (item.things.some(thing => named.has(thing))) others.push(item)
    else chosen.push(item)
    for (const thing of item.things) named.add(thing)
  }
  return [...chosen, ...others].slice(0, room)
}

const isNews = ({ kind, magnitude, isGroup, hasPicture }: EditionItem): boolean =>
  NEWS.includes(kind) && (magnitude !== 'patch' || isGroup || hasPicture)
