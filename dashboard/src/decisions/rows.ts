import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { entriesChanged } from '../api/entries-changed.ts'
import { type EntryDetail, entryQuery } from '../api/entry-queries.ts'
import type { InboxRow } from '../inbox/queries.ts'
import { rowId } from '../inbox/search.ts'

type InboxPage = { items: InboxRow[] }
type Shown = Pick<InboxRow, 'kind' | 'magnitude' | 'title'> & { version: number; excerpt?: string }

/** Shows entries that the server returned in the rows of the inbox; null stands for an item without an entry. */
export function showInRows(
  queries: QueryClient,
  account: string,
  changed: readonly { id: string; entry: Shown | null }[],
): void {
  const entries = new Map(changed.flatMap(({ id, entry }) => (entry ? [[id, entry] as const] : [])))
  queries.setQueriesData<InfiniteData<InboxPage>>(
    { queryKey: ['inbox', account] },
    data =>
      data && {
        ...data,
        pages: data.pages.map(page => ({ ...page, items: page.items.map(row => merged(row, entries)) })),
      },
  )
}

/** Shows an entry that the server stored everywhere on the page. */
export function showStored(queries: QueryClient, account: string, entry: EntryDetail['entry']): void {
  queries.setQueryData<EntryDetail>(
    entryQuery(account, entry.id).queryKey,
    detail => detail && { ...detail, entry },
  )
  showInRows(queries, account, [{ id: entry.id, entry }])
  entriesChanged(account, [entry.id], { except: ['inbox'] })
}

/** A row with the changes of its entry. The version says which of the two is newer. */
function merged(row: InboxRow, entries: ReadonlyMap<string, Shown>): InboxRow {
  const entry = entries.get(rowId(row))
  if (!entry || row.id === null) return row
  const { version, kind, magnitude, title, excerpt = row.excerpt } = entry
  return { ...row, version, kind, magnitude, title, excerpt }
}
