import { useMutation } from '@tanstack/react-query'
import type { EntryDetail } from '../api/entry-queries.ts'
import { type PastMerge, publishPast } from '../api/publish-past.ts'
import { askToUndo } from '../decisions/undo-events.ts'
import { useFirstPicture } from '../decisions/use-first-picture.tsx'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { useNow } from '../parts/text/time.tsx'
import { dayKey, shortDate } from '../time.ts'

interface DatedMerge extends PastMerge {
  title: string
  /** The day of the merge, as it is shown. */
  date: string
}

/** Publishes one merge with its own date, and says so with a way to undo it. */
export async function publishDated(account: string, { title, date, ...merge }: DatedMerge): Promise<void> {
  const change = await publishPast(account, [merge])
  toasts.show(`“${title}” is published, dated ${date}.`, {
    label: 'Undo',
    run: () => void askToUndo(change),
  })
}

interface Props {
  detail: EntryDetail
  /** While something is unsaved, it cannot be published. */
  isBusy?: boolean
}

/** For a draft from the past: that it would be dated today, and the way to publish it with the date of its merge instead. */
export function MergeDate({ detail: { entry, pulls, isPast, isFirstPicture }, isBusy = false }: Props) {
  const { id: account, timeZone, may } = useAccount()
  const now = useNow()
  const picture = useFirstPicture()
  const merge = pulls.find(pull => pull.id === entry.primaryPullRequestId)
  const publish = useMutation({
    mutationFn: (merge: DatedMerge) => publishDated(account, merge),
  })
  if (!isPast || entry.state !== 'draft' || !merge || !may('publisher')) return null
  const { id, mergedAt } = merge
  if (dayKey(mergedAt, timeZone) === dayKey(now, timeZone)) return null
  const date = shortDate(mergedAt, timeZone)
  const send = () => publish.mutate({ pullId: id, version: entry.version, title: entry.title, date })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet">
        <p className="text-pretty">Merged on {date}. “Publish now” dates it today.</p>
        <Button
          busy={publish.isPending}
          disabled={isBusy}
          onClick={() => picture.ask(isFirstPicture ? [entry.id] : [], send)}
        >
          Publish with that date
        </Button>
      </div>
      <Problem error={publish.error} />
      {picture.question}
    </div>
  )
}
