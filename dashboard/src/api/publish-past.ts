import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { unsavedWords } from '../entry/editor/kept-words.ts'
import { actOnEach } from './client.ts'
import { entriesChanged } from './entries-changed.ts'

/** A merge of the past. `version` is that of its draft as it was read; null if it has no draft. */
export interface PastMerge {
  pullId: string
  entryId: string | null
  title: string
  version: number | null
}

/**
 * Publishes merges with their own dates, and returns the change that undoes the last of them. Throws the
 * server's message for the first merge that it refused, and publishes none if words of one are not saved.
 */
export async function publishPast(
  account: string,
  merges: readonly PastMerge[],
): Promise<string | undefined> {
  const drafts = merges.flatMap(({ entryId, title }) => (entryId === null ? [] : [{ id: entryId, title }]))
  const unsaved = unsavedWords(drafts)
  if (unsaved) throw new Error(unsaved)
  const items = merges.map(({ pullId: id, version }) => (version === null ? { id } : { id, seen: version }))
  let last: string | undefined
  try {
    for (let at = 0; at < items.length; at += MAX_ITEMS_PER_REQUEST) {
      const some = items.slice(at, at + MAX_ITEMS_PER_REQUEST)
      const { change, outcomes } = await actOnEach(account, { action: 'pull publish' }, some)
      const failed = outcomes.filter(one => one.outcome === 'failed')
      if (failed[0])
        throw new Error(`${failed.length} of ${items.length} were not published. ${failed[0].detail}`)
      last = change
    }
    return last
  } finally {
    entriesChanged(account)
  }
}
