import { useQueryClient } from '@tanstack/react-query'
import { MAX_PULLS_PER_ENTRY } from '#changelog/limits.ts'
import { act } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { queryClient } from '../api/queries.ts'
import { stopsForWords } from '../entry/editor/kept-words.ts'
import { useHasWriter } from '../entry/other-words/use-other-words.tsx'
import { toasts } from '../frame/toasts.tsx'
import { named } from './decision.ts'
import { showStored } from './rows.ts'
import { undoOf } from './undo-events.ts'

/** Combines several drafts into one entry. Calls `onDone` with their ids. */
export function useGrouping(account: string, onDone: (ids: readonly string[]) => void) {
  const word = useGroupWords(account)
  return async (entryIds: string[]): Promise<void> => {
    if (entryIds.length < 2 || entryIds.length > MAX_PULLS_PER_ENTRY)
      return toasts.show('Select two or more drafts with x, then group them.')
    if (stopsForWords(entryIds.map(id => ({ id })))) return
    try {
      const entry = await act(account, 'entry group', { ids: entryIds })
      onDone(entryIds)
      toasts.show(`Grouped ${entryIds.length} drafts: ${entry.title}`, undoOf())
      entriesChanged(account)
      void word(entry)
    } catch (error) {
      toasts.failed(error)
    }
  }
}

/**
 * Lets the writer word a new group as a whole. Until then, and if there is no writer or its words cannot be
 * used, the group has the words of its drafts.
 */
export function useGroupWords(account: string) {
  const queries = useQueryClient()
  const hasWriter = useHasWriter()
  return async ({ id, version: seen }: { id: string; version: number }): Promise<void> => {
    if (!hasWriter) return
    // If somebody edits the group meanwhile, the group keeps their words.
    const worded = await act(account, 'entry regenerate', { id, seen, take: true }).catch(() => null)
    if (!worded?.proposal) return
    showStored(queries, account, worded.entry)
    toasts.show(named('Worded by the AI writer', worded.entry.title), undoOf())
  }
}

/** Declines a proposal to combine drafts, which returns only when another draft joins it. */
export async function keepApart(
  account: string,
  { topics, entries }: { topics: string[]; entries: readonly { id: string }[] },
): Promise<void> {
  try {
    await act(account, 'entry keep-apart', { ids: entries.map(({ id }) => id), topic: topics })
    toasts.show('They stay apart.')
  } catch (error) {
    toasts.failed(error)
  }
  void queryClient.invalidateQueries({ queryKey: ['proposals', account] })
}
