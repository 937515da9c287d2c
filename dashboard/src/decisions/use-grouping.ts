import { api, call } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { queryClient } from '../api/queries.ts'
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

/** Keeps drafts apart that were proposed as one entry, until another one joins them. */
export async function keepApart(
  account: string,
  { topics, entries }: { topics: string[]; entries: readonly { id: string }[] },
): Promise<void> {
  const json = { topics, entryIds: entries.map(({ id }) => id) }
  try {
    await call(api.accounts[':account'].proposals.decline.$post({ param: { account }, json }))
    toasts.show('They stay apart.')
  } catch (error) {
    toasts.show(error instanceof Error ? error.message : 'That did not work.')
  }
  void queryClient.invalidateQueries({ queryKey: ['proposals', account] })
}
