import { useUndone } from '../decisions/undo-events.ts'
import type { InboxRow } from './queries.ts'
import { rowId } from './search.ts'

interface Options {
  reread: () => Promise<unknown>
  /** Called with the ids of the restored items, in the order of the list. */
  onRestored: (ids: string[]) => void
}

/** Returns to the items that an undo restores. */
export function useRestored(loaded: readonly InboxRow[], { reread, onRestored }: Options): void {
  useUndone(async items => {
    const ids = items.filter(({ entry }) => entry === null || entry.state === 'draft').map(({ id }) => id)
    const [first] = ids
    if (first === undefined) return
    const place = new Map(loaded.map((row, at) => [rowId(row), at]))
    // The list may have been loaded after they had left it.
    if (!place.has(first)) await reread()
    onRestored(ids.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)))
  })
}
