import { useRef } from 'react'
import { useUndone } from '../decisions/undo-events.ts'
import { type InboxRow, rowId } from './queries.ts'
import type { ListedTab } from './search.ts'

interface Options {
  reread: () => Promise<unknown>
  /** Called with the ids of the items that are back, in the order of the list, and the tab that they were in. */
  onRestored: (ids: string[], tab: ListedTab) => void
}

/** Returns to the items that an undo brings back. The result notes which ones leave, so that their tab is known. */
export function useRestored(tab: ListedTab, loaded: readonly InboxRow[], { reread, onRestored }: Options) {
  const tabs = useRef(new Map<string, ListedTab>())
  useUndone(async items => {
    const ids = items.filter(({ entry }) => entry === null || entry.state === 'draft').map(({ id }) => id)
    const [first] = ids
    if (first === undefined) return
    const place = new Map(loaded.map((row, at) => [rowId(row), at]))
    const from = tabs.current.get(first) ?? tab
    // The list may have been read after they had left it.
    if (from === tab && !place.has(first)) await reread()
    onRestored(
      ids.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)),
      from,
    )
  })
  return (those: readonly InboxRow[]) => {
    for (const row of those) tabs.current.set(rowId(row), tab)
  }
}
