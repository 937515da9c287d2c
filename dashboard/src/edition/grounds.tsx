import { type EntryDetail, entryQuery } from '../api/entry-queries.ts'
import type { EntryEditor } from '../entry/editor/use-entry-editor.ts'
import { PullPictures } from '../entry/image/pull-pictures.tsx'
import { useAccountQuery } from '../frame/use-account.ts'
import { Grounds } from '../inbox/grounds.tsx'
import { Merge } from '../inbox/merge.tsx'

/** What a person needs to judge the current entry: the reason for its classification, and its merges. */
export function GroundsOf({ entry: id }: { entry: string }) {
  const { data } = useAccountQuery(account => entryQuery(account, id))
  if (!data) return null
  return (
    <div className="relative z-10 mt-1 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3 font-sans text-m text-ink">
      <Grounds detail={data} isBrief />
    </div>
  )
}

/** What one words an entry from: what its authors wrote, and their pictures. */
export const Source = ({ detail, editor }: { detail: EntryDetail; editor: EntryEditor }) => (
  <aside
    aria-label="What it is about"
    className="relative z-10 grid max-h-[70vh] grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-auto font-sans text-m text-ink"
  >
    <PullPictures detail={detail} editor={editor} />
    {detail.pulls.map(pull => (
      <Merge key={pull.id} pull={pull} isOnly={detail.pulls.length === 1} isOpen />
    ))}
  </aside>
)
