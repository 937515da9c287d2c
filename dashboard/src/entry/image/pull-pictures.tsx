import { useRef, useState } from 'react'
import type { EntryDetail } from '../../api/entry-queries.ts'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { offeredText, pullName } from './illustration.tsx'
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
  const close = () => {
    setOpen(false)
    summary.current?.focus()
  }
  return (
    <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary ref={summary} className="w-fit cursor-pointer rounded-md text-quiet hover:text-ink">
        {offeredText(sources)}
      </summary>
      <ul className="mt-1 grid divide-y divide-line/60">
        {sources.flatMap(pull =>
          pull.pictures.map(picture => (
            <PullPicture
              key={`${pull.id} ${picture.key}`}
              picture={picture}
              pull={sources.length > 1 ? pullName(pull) : null}
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
