import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { act } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { toasts } from '../frame/toasts.tsx'
import type { InboxRow } from '../inbox/queries.ts'
import { rowId } from '../inbox/search.ts'
import { named } from './decision.ts'
import { whenBack } from './when-back.ts'

type Pages = InfiniteData<{ items: InboxRow[]; total: number }>

/** Marks an entry that was flagged, or that needed words, as fine as it is. */
export function useReview(account: string) {
  const queries = useQueryClient()
  const list = { queryKey: ['inbox', account] }
  return async (row: InboxRow, version: number, next?: string): Promise<void> => {
    const entry = rowId(row)
    queries.setQueriesData<Pages>({ ...list, type: 'active' }, data => data && without(data, entry))
    try {
      await whenBack()
      await act(account, 'entry edit', { id: entry, seen: version, reviewed: true })
      toasts.show(named('Stays as it is', row.title), undefined, next)
      void queries.invalidateQueries({ ...list, type: 'inactive' })
    } catch (error) {
      toasts.failed(error)
      void queries.invalidateQueries(list)
    }
    entriesChanged(account, [entry], { except: ['inbox'] })
  }
}

const without = (data: Pages, id: string): Pages => ({
  ...data,
  pages: data.pages.map(page => ({
    ...page,
    items: page.items.filter(row => rowId(row) !== id),
    total: page.total - 1,
  })),
})
