import { useQueryClient } from '@tanstack/react-query'
import { type EntryDetail, entryQuery } from '../api/entry-queries.ts'
import { type PastMerge, publishPast } from '../api/publish-past.ts'
import { undoOf } from '../decisions/undo-events.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { primaryOf } from '../inbox/grounds.tsx'
import { useNow } from '../parts/text/time.tsx'
import { dayKey, shortDate } from '../time.ts'

interface DatedMerge extends PastMerge {
  /** The day of the merge, formatted. */
  date: string
}

/** Publishes one merge with its own date, and shows a message with an undo. */
export async function publishDated(account: string, { date, ...merge }: DatedMerge): Promise<void> {
  const change = await publishPast(account, [merge])
  toasts.show(`“${merge.title}” is published, dated ${date}.`, undoOf(change))
}

/** A menu item that publishes a draft of the past with the date of its merge instead of today's. */
export function useMergeDate(detail: EntryDetail | undefined) {
  const { id: account, timeZone } = useAccount()
  const queries = useQueryClient()
  const now = useNow()
  if (!detail?.isPast || detail.entry.state !== 'draft') return null
  const { entry } = detail
  const merge = primaryOf(detail)
  if (!merge || dayKey(merge.mergedAt, timeZone) === dayKey(now, timeZone)) return null
  const date = shortDate(merge.mergedAt, timeZone)
  const publish = async () => {
    const newest = queries.getQueryData<EntryDetail>(entryQuery(account, entry.id).queryKey)?.entry ?? entry
    const { version, title } = newest
    try {
      await publishDated(account, { pullId: merge.id, entryId: entry.id, version, title, date })
    } catch (error) {
      toasts.failed(error)
    }
  }
  return { label: `Publish dated ${date}`, publish }
}
