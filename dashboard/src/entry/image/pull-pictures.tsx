import { useRef, useState } from 'react'
import type { EntryDetail } from '../../api/entry-queries.ts'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { PullPicture } from './pull-picture.tsx'

interface Props {
  detail: EntryDetail
  editor: EntryEditor
}

/** The pictures in the descriptions of the entry's pull requests. None is loaded before the person asks to see it. */
export function PullPictures({ detail, editor }: Props) {
  const [isOpen, setOpen] = useState(false)
  const summary = useRef<HTMLElement>(null)
  const sources = detail.pulls.filter(({ pictures }) => pictures.length > 0)
  if (sources.length === 0) return null
  const offered = sources.flatMap(({ pictures }) =>
    pictures.filter(({ addresses }) => addresses.length === 1),
  )
  const where = sources.length === 1 ? nameOf(sources[0]) : `${sources.length} pull requests`
  const close = () => {
    setOpen(false)
    summary.current?.focus()
  }
  return (
    <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary ref={summary} className="w-fit cursor-pointer rounded-md text-quiet hover:text-ink">
        {countText(offered)} in {where}
      </summary>
      <ul className="mt-3 grid divide-y divide-line border-y border-line">
        {sources.flatMap(pull =>
          pull.pictures.map(picture => (
            <PullPicture
              key={`${pull.id} ${picture.key}`}
              picture={picture}
              pull={sources.length > 1 ? nameOf(pull) : null}
              entry={detail.entry}
              editor={editor}
              onUsed={close}
            />
          )),
        )}
      </ul>
    </details>
  )
}

type Pull = EntryDetail['pulls'][number]

/** Two pictures that are also offered as one are counted once each. */
function countText(offered: Pull['pictures']): string {
  const recordings = offered.filter(({ isRecording }) => isRecording).length
  return [counted(offered.length - recordings, 'picture'), counted(recordings, 'recording')]
    .filter(Boolean)
    .join(' and ')
}

const counted = (count: number, what: string): string =>
  count === 0 ? '' : count === 1 ? `1 ${what}` : `${count} ${what}s`

const nameOf = (pull: Pull | undefined): string => (pull?.number ? `#${pull.number}` : 'the commit')
