import { type Told, type WeighableChange, weigh } from '#changelog/entries/weight.ts'
import type { PageWords } from '#changelog/words/words.ts'
import type { Instant } from '#platform/clock.ts'
import { dayOf } from './html/entry.ts'
import type { PageEntry } from './page-entries.ts'

/** The content under one heading of the list: a month, or the part of it that is on this page. */
export interface Chapter<T = PageEntry, O = T> {
  heading: string
  /** The entries that are told in full. */
  highlights: OnPage<T, O>[]
  /** Lists of entries that are told in one line each; a list without a title has an empty one. */
  lists: { title: string; entries: OnPage<T, O>[] }[]
}

/** An entry with the others of the same title, to which it only links. */
export interface OnPage<T = PageEntry, O = T> {
  entry: T
  others: O[]
}

/** The parts of an entry that its address and date are made from. */
export type Dated = Pick<PageEntry, 'id' | 'title' | 'published'>

/** `September 2026`, in the time zone. */
export const monthName = (at: Instant, timeZone: string, words: PageWords): string =>
  dayOf(at, { timeZone, date: 'month', words })

/** Lays out one month by the weight of its entries. */
export function weighedChapter<T extends WeighableChange>(
  heading: string,
  entries: readonly T[],
  words: PageWords,
): Chapter<T> {
  const { highlights, lists } = weigh(entries)
  return {
    heading,
    highlights: highlights.map(onPage),
    lists: lists.map(({ name, changes }) => ({
      title: words.lists[name][highlights.length > 0 ? 'below' : 'alone'],
      entries: changes.map(onPage),
    })),
  }
}

const onPage = <T>(told: Told<T>): OnPage<T> => ({ entry: told, others: told.others })

/** The same chapter with every entry replaced by the result of `each`. */
export function mapChapter<T, O, U, P>(
  { heading, highlights, lists }: Chapter<T, O>,
  each: (one: OnPage<T, O>) => OnPage<U, P>[],
): Chapter<U, P> {
  return {
    heading,
    highlights: highlights.flatMap(each),
    lists: lists
      .map(({ title, entries }) => ({ title, entries: entries.flatMap(each) }))
      .filter(({ entries }) => entries.length > 0),
  }
}

/** The entries of a chapter, in the order in which they are read. */
export const inOrder = <T, O>({ highlights, lists }: Pick<Chapter<T, O>, 'highlights' | 'lists'>) => [
  ...highlights,
  ...lists.flatMap(list => list.entries),
]
