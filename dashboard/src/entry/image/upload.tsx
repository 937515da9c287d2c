import { useEffect, useState } from 'react'
import type { EntryDetail } from '../../api/entry-queries.ts'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { keepPicture, keptPicture } from './kept-picture.ts'
import { MediaForm } from './media-form.tsx'
import { type Still, stillOf } from './still.ts'

interface Props {
  file: File
  entry: EntryDetail['entry']
  editor: EntryEditor
  onEnd: () => void
}

/** The chosen file before it is uploaded. */
export function Upload({ file, entry, editor, onEnd }: Props) {
  const [alt, setAlt] = useState(keptPicture(entry.id)?.alt ?? '')
  const [still, setStill] = useState<Still | null>(null)
  useEffect(() => {
    let isLeft = false
    void stillOf(file).then(found => !isLeft && setStill(found))
    return () => {
      isLeft = true
    }
  }, [file])
  const type = (text: string) => {
    setAlt(text)
    keepPicture(entry.id, { file, alt: text })
  }
  return (
    <div className="grid gap-3 rounded-md bg-raised p-4">
      <p dir="auto" className="wrap-anywhere">
        {file.name}
      </p>
      <MediaForm
        {...{ still, alt, editor }}
        onAlt={type}
        verb="Add"
        send={(text, parts) => editor.upload(file, text, parts)}
        onSent={onEnd}
        onCancel={onEnd}
      />
    </div>
  )
}
