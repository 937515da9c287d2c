import {
  CONFIDENCES,
  type Confidence,
  KINDS,
  type Kind,
  MAGNITUDES,
  type Magnitude,
} from '#judgement/classification/classification.ts'

export const TABS = [
  { tab: 'review', label: 'To review' },
  { tab: 'needs-words', label: 'Needs words' },
  { tab: 'not-live', label: 'Not live' },
  { tab: 'unsure', label: 'Unsure' },
  { tab: 'flagged', label: 'Flagged' },
] as const

const ADDRESSED_TABS: readonly Tab[] = [...TABS.map(({ tab }) => tab), 'history']

/** A tab with items that wait. */
export type ItemTab = (typeof TABS)[number]['tab']
export type Tab = ItemTab | 'history'

/** What is listed: a search covers all tabs until one is picked. */
export type ListedTab = ItemTab | 'all'

/** The tab, filters and selection of the inbox, as they are in the address. */
export interface InboxSearch {
  /** Left out for all tabs while something is searched, else for the first one. */
  tab?: Tab | undefined
  q?: string | undefined
  kind?: Kind | undefined
  magnitude?: Magnitude | undefined
  confidence?: Confidence | undefined
  repo?: string | undefined
  /** The id of the selected row. */
  item?: string | undefined
}

const oneOf = <T extends string>(value: unknown, values: readonly T[]): T | undefined =>
  values.find(one => one === value)

const text = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined

/** Ignores what is unknown. */
export const inboxSearch = (search: Record<string, unknown>): InboxSearch =>
  withoutEmpty({
    tab: oneOf(search.tab, ADDRESSED_TABS),
    q: text(search.q),
    kind: oneOf(search.kind, KINDS),
    magnitude: oneOf(search.magnitude, MAGNITUDES),
    confidence: oneOf(search.confidence, CONFIDENCES),
    repo: text(search.repo),
    item: text(search.item),
  })

const withoutEmpty = (search: InboxSearch): InboxSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
