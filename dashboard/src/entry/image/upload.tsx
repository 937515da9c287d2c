import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { EntryDetail } from '../../api/entry-queries.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/form/field.tsx'
import { Problem } from '../../parts/notice.tsx'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { cropText, type Rectangle } from './crop-rectangle.ts'
import { Croppable } from './croppable.tsx'
import { FetchedPicture } from './fetched-picture.tsx'
import { keepPicture, keptPicture } from './kept-picture.ts'
import { PrivacyNote } from './note.tsx'
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
  const [part, setPart] = useState<Rectangle | null>(null)
  const [isTried, setTried] = useState(false)
  useEffect(() => {
    let isLeft = false
    void stillOf(file).then(found => !isLeft && setStill(found))
    return () => {
      isLeft = true
    }
  }, [file])
  const isReady = alt.trim() !== '' && still !== null && editor.state !== 'saving'
  const type = (text: string) => {
    setAlt(text)
    keepPicture(entry.id, { file, alt: text })
  }
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReady) return
    setTried(true)
    const crop = still?.bitmap && part ? cropText(part, still.bitmap) : undefined
    if (await editor.upload(file, alt.trim(), { crop, poster: still?.poster ?? null })) onEnd()
  }
  return (
    <form className="grid gap-3 rounded-md bg-raised p-4" onSubmit={event => void send(event)}>
      <p dir="auto" className="wrap-anywhere">
        {file.name}
      </p>
      {still && <Shown still={still} alt={alt} part={part} onPart={setPart} />}
      <Field
        label="Alternative text"
        hint="What the image shows, for readers who cannot see it."
        dir="auto"
        value={alt}
        autoFocus
        onChange={event => type(event.target.value)}
      />
      <PrivacyNote isRecording={still?.isRecording === true} />
      <Problem error={isTried ? editor.error : null} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          busy={editor.state === 'saving'}
          disabled={alt.trim() === '' || still === null}
        >
          Add
        </Button>
        <Button variant="tertiary" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface ShownProps {
  still: Still
  alt: string
  part: Rectangle | null
  onPart: (part: Rectangle | null) => void
}

/** A file that is in memory: a picture that can be cropped, a film that plays, or the first frame of a GIF. */
export function Shown({ still: { bitmap, isRecording, film }, alt, part, onPart }: ShownProps) {
  if (bitmap === null)
    return (
      <p className="text-quiet">
        {isRecording
          ? 'This browser cannot play the recording. Without its first frame, feeds and posts show no picture of it.'
          : 'This browser cannot show the picture.'}
      </p>
    )
  if (!isRecording) return <Croppable bitmap={bitmap} alt={alt} part={part} onPart={onPart} />
  return (
    <>
      {film ? <Film file={film} label={alt} /> : <FetchedPicture bitmap={bitmap} alt={alt} />}
      <p className="text-s text-quiet">Feeds, cards and posts show its first frame.</p>
    </>
  )
}

/** A film that is only in memory. It can be watched before it is used. */
function Film({ file, label }: { file: Blob; label: string }) {
  const player = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (player.current) player.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <video
      ref={player}
      controls
      muted
      playsInline
      aria-label={label || 'The recording, without a description yet'}
      className="max-h-80 w-fit max-w-full rounded-md ring-1 ring-line"
    />
  )
}
