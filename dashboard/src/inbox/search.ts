import type { InboxTab } from '#changelog/inbox/items.ts'

/** What each heading of the list says. */
export const HEADINGS: Record<InboxTab, string> = {
  flagged: 'Flagged',
  review: 'Ready',
  'needs-words': 'Needs words',
  unsure: 'Would a customer notice?',
  'not-live': 'Not live yet',
}

/** The search and the selection, as they are in the address. */
export interface InboxSearch {
  /** What was decided, in place of what waits. */
  tab?: 'history' | undefined
  q?: string | undefined
  /** The id of the selected row. */
  item?: string | undefined
}

const text = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined

/** Ignores what is unknown. */
export function inboxSearch(search: Record<string, unknown>): InboxSearch {
  const [q, item] = [text(search.q), text(search.item)]
  return {
    ...(search.tab === 'history' && { tab: 'history' }),
    ...(q !== undefined && { q }),
    ...(item !== undefined && { item }),
  }
}
