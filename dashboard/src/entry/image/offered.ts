import type { EntryDetail } from '../../api/entry-queries.ts'

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
