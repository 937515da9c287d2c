import type { InboxTab } from '#changelog/inbox/items.ts'
import type { Confidence } from '#judgement/classification/classification.ts'
import { oneOf, texts } from '../search.ts'

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

const words = texts('q', 'item')
const tab = oneOf('tab', ['history'])

/** The search and the id of the selected row, in the page's address. `history` shows what was decided instead of what waits. */
export const inboxSearch = (search: Record<string, unknown>) => ({ ...words(search), ...tab(search) })
export type InboxSearch = ReturnType<typeof inboxSearch>

/** Whether an entry is ready and customers would notice it for sure; what is ready without that says so. */
export const isCertain = ({ tab, confidence }: { tab: Heading; confidence: Confidence | null }): boolean =>
  tab === 'review' && confidence === 'high'

/** The id of a row. An undecided pull request has no entry, so its own id is used. */
export const rowId = ({ id, pullId }: Record<'id' | 'pullId', string | null>): string => id ?? pullId ?? ''
