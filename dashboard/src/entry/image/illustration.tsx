import type { EntryDetail } from '../../api/entry-queries.ts'
import { useAccount } from '../../frame/use-account.ts'
import { EntryLink } from '../../parts/text/entry-link.tsx'
import { Picture } from './picture.tsx'

/** The picture or recording of an entry in review; for a draft without one, a link to those in its pull requests. */
export function Illustration({ detail }: { detail: EntryDetail }) {
  const { may } = useAccount()
  const { entry, pulls } = detail
  const offered = entry.state === 'draft' && may('writer') ? offeredText(pulls) : null
  if (entry.image) return <Picture detail={detail} className="max-h-60" />
  if (offered === null) return null
  return (
    <EntryLink entry={entry.id} className="w-fit text-s text-quiet underline hover:text-ink">
      {offered}
    </EntryLink>
  )
}

type Pull = EntryDetail['pulls'][number]

/** A text like "2 pictures and 1 recording in #12"; null if the pull requests contain none. */
export function offeredText(pulls: readonly Pull[]): string | null {
  const sources = pulls.filter(({ pictures }) => pictures.length > 0)
  if (sources.length === 0) return null
  const offered = sources.flatMap(({ pictures }) => pictures)
  const recordings = offered.filter(({ isRecording }) => isRecording).length
  const counts = [counted(offered.length - recordings, 'picture'), counted(recordings, 'recording')]
  const where = sources.length === 1 ? pullName(sources[0]) : `${sources.length} pull requests`
  return `${counts.filter(Boolean).join(' and ')} in ${where}`
}

const counted = (count: number, what: string): string =>
  count === 0 ? '' : count === 1 ? `1 ${what}` : `${count} ${what}s`

/** The name of a pull request, like "#12". */
export const pullName = (pull: Pull | undefined): string => (pull?.number ? `#${pull.number}` : 'the commit')
