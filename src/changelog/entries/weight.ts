import { KIND_FACES, LIST_NAMES, type ListName } from '#changelog/kind-faces.ts'
import { KINDS, type Kind, MAGNITUDES, type Magnitude } from '#judgement/classification/classification.ts'
import { byLead, type Leading } from './lead.ts'

/** The section title of each kind, in the order in which sections are shown. */
const SECTIONS = Object.fromEntries(
  Object.entries(KIND_FACES).map(([kind, { word }]) => [kind, word]),
) as Record<Kind, string>

export const SECTION_ORDER = Object.keys(SECTIONS) as Kind[]

/** The highest magnitude among the changes; `patch` if there are none. */
export const highestMagnitude = (changes: readonly Pick<Leading, 'magnitude'>[]): Magnitude =>
  MAGNITUDES[Math.max(0, ...changes.map(change => MAGNITUDES.indexOf(change.magnitude)))] ?? 'patch'

/** The title of the section that precedes those of the kinds. */
const BREAKING_SECTION = 'Breaking changes'

/** Groups changes under the titles of their sections: the breaking ones, then the others by kind; without empty sections. */
export function groupBySection<T extends Pick<Leading, 'kind' | 'isBreaking'>>(
  changes: readonly T[],
): [string, T[]][] {
  const groups = Map.groupBy(changes, change =>
    change.isBreaking ? BREAKING_SECTION : SECTIONS[change.kind],
  )
  return [BREAKING_SECTION, ...Object.values(SECTIONS)].flatMap(section => {
    const group = groups.get(section)
    return group ? [[section, group] as [string, T[]]] : []
  })
}

const FIXES_SHOWN = 8

/** How many lines of a list of an edition are read at once; the others are folded. Feeds and mails, which cannot fold, have all of them. */
export const shownOf = (name: ListName, { length }: readonly unknown[]): number =>
  name === 'fixes' ? Math.min(length, FIXES_SHOWN) : length

/** A change that is told in full or in one line, by its weight. */
export interface WeighableChange extends Leading {
  title: string
  hasBody: boolean
  /** The change is told in full whatever its kind, because it combines several changes or the team illustrated it. */
  isWhole?: boolean
}

/** A change, with the others of the same title that it stands for. */
export type Told<T> = T & { others: T[] }

/** The changes of a month or another span, divided by weight. */
interface Weighed<T> {
  /** The changes that are told in full: breaking ones first, the others in the order in which they came. */
  highlights: Told<T>[]
  /** The changes that are told in a line each, in the order in which they came. */
  lists: { name: ListName; changes: Told<T>[] }[]
}

const ranked = (rank: 'news' | 'asking'): readonly Kind[] =>
  KINDS.filter(kind => KIND_FACES[kind].rank === rank)

/** The kinds that ask something of readers. They are never told in one line only. */
export const ASKING = ranked('asking')
export const NEWS = ranked('news')

/** Whether a change is told in a line wherever others are told in full: fixes and polish. */
export const isSmall = ({ kind, magnitude, isBreaking }: Omit<Leading, 'lead'>): boolean =>
  !isBreaking && !ASKING.includes(kind) && !(NEWS.includes(kind) && magnitude !== 'patch')

const MOST_HIGHLIGHTS = 10
/** The most changes that are all told in full, without lists. */
const FEW = 5

/**
 * The rule of weight, for the changes of a month or another span. Breaking changes, deprecations and removals are told in full. So are new,
 * improved and faster things of at least `minor` magnitude, and changes marked as whole, the weightiest first, until there are ten.
 * Security has a list of its own. Everything else, above all fixes and polish, takes one line in a list. Five changes or fewer are all told
 * in full. Changes of the same title are told once.
 */
export function weigh<T extends WeighableChange>(changes: readonly T[]): Weighed<T> {
  const told = toldOnce(changes)
  const full = told.length <= FEW ? new Set(told) : highlightsOf(told)
  const highlights = told.filter(one => full.has(one))
  const rest = told.filter(one => !full.has(one))
  return {
    highlights: highlights.toSorted((a, b) => Number(b.isBreaking) - Number(a.isBreaking)),
    lists: listsOf(rest),
  }
}

/** What is told in a line each, in lists by kind. */
export function listsOf<T extends Pick<WeighableChange, 'kind'>>(
  changes: readonly T[],
): { name: ListName; changes: T[] }[] {
  return LIST_NAMES.flatMap(name => {
    const listed = changes.filter(({ kind }) => KIND_FACES[kind].list === name)
    return listed.length === 0 ? [] : [{ name, changes: listed }]
  })
}

function highlightsOf<T extends WeighableChange>(told: readonly T[]): Set<T> {
  const asking = told.filter(({ kind, isBreaking }) => isBreaking || ASKING.includes(kind))
  const news = told.filter(
    ({ kind, magnitude, isWhole = false }) => isWhole || (NEWS.includes(kind) && magnitude !== 'patch'),
  )
  const full = new Set(asking)
  for (const one of news.toSorted(byLead)) if (full.size < MOST_HIGHLIGHTS) full.add(one)
  return full
}

/** Keeps one of the changes with the same title: the weightiest, and of equal ones one with a body. */
const toldOnce = <T extends WeighableChange>(changes: readonly T[]): Told<T>[] =>
  [...Map.groupBy(changes, ({ title }) => normalized(title) || title).values()].map(same => {
    const [lead, ...others] = same.toSorted((a, b) => byLead(a, b) || Number(b.hasBody) - Number(a.hasBody))
    return { ...(lead as T), others }
  })

/** The title without case, spaces and punctuation: titles that differ only in these are the same. */
export const normalized = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
