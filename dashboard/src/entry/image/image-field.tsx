import { type ChangeEvent, useRef, useState } from 'react'
import type { EntryDetail } from '../../api/entry-queries.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/form/field.tsx'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { Picture } from '../preview.tsx'
import { PullPictures } from './pull-pictures.tsx'

const FORMATS = 'image/png, image/jpeg, image/webp, image/gif, image/avif'
const ALT_HINT = 'What the image shows, for readers who cannot see it.'

interface Props {
  detail: EntryDetail
  editor: EntryEditor
  isReadOnly: boolean
}

/** The image of the entry with its alternative text. An image without one cannot be added. */
export function ImageField({ detail, editor, isReadOnly }: Props) {
  const { entry } = detail
  const [file, setFile] = useState<File | null>(null)
  if (isReadOnly && !entry.image) return null
  return (
    <section aria-label="Image" className="grid gap-3">
      <h2 className="font-semibold">Image</h2>
      <Picture entry={entry} className="max-h-40" />
      {isReadOnly ? (
        <p className="text-quiet">{entry.image?.alt}</p>
      ) : file ? (
        <Upload file={file} entry={entry} editor={editor} onEnd={() => setFile(null)} />
      ) : (
        <>
          {entry.image && <Alt key={entry.image.sha256} image={entry.image} editor={editor} />}
          <div className="flex flex-wrap gap-2">
            <FileButton label={entry.image ? 'Replace image' : 'Add an image'} onPick={setFile} />
            {entry.image && (
              <Button variant="tertiary" onClick={() => void editor.change({ image: null })}>
                Remove image
              </Button>
            )}
          </div>
          <PullPictures detail={detail} editor={editor} />
        </>
      )}
    </section>
  )
}

/** Asks for a file of this device. */
function FileButton({ label, onPick }: { label: string; onPick: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) onPick(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={FORMATS}
        aria-label={`${label}: choose a file`}
        className="hidden"
        onChange={pick}
      />
      <Button onClick={() => input.current?.click()}>{label}</Button>
    </>
  )
}

interface UploadProps extends Pick<Props, 'editor'> {
  entry: EntryDetail['entry']
  file: File
  onEnd: () => void
}

/** The chosen file, before it is uploaded. */
function Upload({ file, entry, editor, onEnd }: UploadProps) {
  const [alt, setAlt] = useState(entry.image?.alt ?? '')
  const send = async () => {
    if (await editor.upload(file, alt.trim())) onEnd()
  }
  return (
    <div className="grid gap-3 rounded-md bg-raised p-4">
      <p dir="auto" className="wrap-anywhere">
        {file.name}
      </p>
      <Field
        label="Alternative text"
        hint={ALT_HINT}
        dir="auto"
        value={alt}
        autoFocus
        onChange={event => setAlt(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={editor.state === 'saving'}
          disabled={alt.trim() === ''}
          onClick={() => void send()}
        >
          Upload image
        </Button>
        <Button variant="tertiary" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

type Image = NonNullable<EntryDetail['entry']['image']>

/** The alternative text of the stored image. It is saved when the field is left. */
function Alt({ image, editor }: { image: Image; editor: EntryEditor }) {
  const [alt, setAlt] = useState(image.alt)
  const save = () => {
    const text = alt.trim()
    if (text === '') setAlt(image.alt)
    else if (text !== image.alt) void editor.change({ image: { sha256: image.sha256, alt: text } })
  }
  return (
    <Field
      label="Alternative text"
      hint={ALT_HINT}
      dir="auto"
      value={alt}
      onChange={event => setAlt(event.target.value)}
      onBlur={save}
    />
  )
}
