import type { InboxTab } from '#changelog/inbox/items.ts'
import type { Confidence } from '#judgement/classification/classification.ts'
import { searched } from '../text.ts'

/** The headings of the list. Those of an edition are used if one gathers the drafts. */
export type Heading = InboxTab | 'edition' | 'story' | 'line' | 'held' | 'out' | 'older'

/** What each heading of the list says. */
export const HEADINGS: Record<Heading, string> = {
  flagged: 'Flagged',
  review: 'Ready',
  'needs-words': 'Needs words',
  unsure: 'Would a customer notice?',
  'not-live': 'Not live yet',
  edition: 'The edition',
  story: 'Stories',
  line: 'Lines',
  held: 'Held',
  out: 'Left out',
  older: 'Not in the edition',
}

/** The search and the selection, as in the page's address. */
export interface InboxSearch {
  /** `history` shows what was decided instead of what waits. */
  tab?: 'history' | undefined
  q?: string | undefined
  /** The id of the selected row. */
  item?: string | undefined
}

/** Whether an entry is ready and customers would notice it for sure; what is ready without that says so. */
export const isCertain = ({ tab, confidence }: { tab: Heading; confidence: Confidence | null }): boolean =>
  tab === 'review' && confidence === 'high'

/** Parses the search in the page's address. Ignores unknown values. */
export function inboxSearch(search: Record<string, unknown>): InboxSearch {
  const [q, item] = [searched(search.q), searched(search.item)]
  return {
    ...(search.tab === 'history' && { tab: 'history' }),
    ...(q && { q }),
    ...(item && { item }),
  }
}

/** The id of a row. An undecided pull request has no entry, so its own id is used. */
export const rowId = ({ id, pullId }: Record<'id' | 'pullId', string | null>): string => id ?? pullId ?? ''
