import { api, call } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { toasts } from '../frame/toasts.tsx'
import { askToUndo } from './undo-events.ts'

const MOST = 100

/** Makes one entry of several drafts. Calls `onDone` with their ids. */
export function useGrouping(account: string, onDone: (ids: readonly string[]) => void) {
  return async (entryIds: string[]): Promise<void> => {
    if (entryIds.length < 2 || entryIds.length > MOST)
      return toasts.show('Select two or more drafts with x, then group them.')
    try {
      const entry = await call(
        api.accounts[':account'].groups.$post({ param: { account }, json: { entryIds, pullRequestIds: [] } }),
      )
      onDone(entryIds)
      toasts.show(`Grouped ${entryIds.length} drafts: ${entry.title}`, {
        label: 'Undo',
        run: () => askToUndo(),
      })
      entriesChanged(account)
    } catch (error) {
      toasts.show(error instanceof Error ? error.message : 'That did not work.')
    }
  }
}
