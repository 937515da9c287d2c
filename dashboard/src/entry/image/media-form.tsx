import { lazy, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/form/form.tsx'
import { Problem } from '../../parts/notice.tsx'
import type { EntryEditor, MediaParts } from '../editor/use-entry-editor.ts'
import { cropText, type Rectangle } from './crop-rectangle.ts'
import { FetchedPicture } from './fetched-picture.tsx'
import type { Still } from './still.ts'

export const ALT_HINT = 'What it shows, for readers who cannot see it: not the name of a file.'

interface Props {
  /** The file in memory; null while it is read. */
  still: Still | null
  alt: string
  onAlt: (alt: string) => void
  editor: EntryEditor
  verb: string
  /** Makes it the entry's image, and resolves to whether that succeeded. */
  send: (alt: string, parts: MediaParts) => Promise<boolean>
  onSent: () => void
  /** Without it there is no button that cancels. */
  onCancel?: () => void
}

/** A picture or a recording before it is the image of an entry: as it looks, the part to keep, and its alternative text. */
export function MediaForm({ still, alt, onAlt, editor, verb, send, onSent, onCancel }: Props) {
  const [part, setPart] = useState<Rectangle | null>(null)
  const [isTried, setTried] = useState(false)
  const isBusy = editor.state === 'saving'
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (alt.trim() === '' || still === null || isBusy) return
    setTried(true)
    const crop = still.bitmap && part ? cropText(part, still.bitmap) : undefined
    if (await send(alt.trim(), { crop, poster: still.poster })) onSent()
  }
  return (
    <form className="grid gap-3" onSubmit={event => void submit(event)}>
      {still && <Shown still={still} alt={alt} part={part} onPart={setPart} />}
      <Field
        label="Alternative text"
        hint={ALT_HINT}
        dir="auto"
        value={alt}
        autoFocus={onCancel !== undefined}
        onChange={event => onAlt(event.target.value)}
      />
      <PrivacyNote isRecording={still?.isRecording === true} />
      <Problem error={isTried ? editor.error : null} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy} disabled={alt.trim() === '' || still === null}>
          {verb}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
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
function Shown({ still: { bitmap, isRecording, film }, alt, part, onPart }: ShownProps) {
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

/** What to check before a picture is published. */
export const PrivacyNote = ({ isRecording }: { isRecording: boolean }) => (
  <p className="text-s text-quiet">
    {isRecording
      ? 'Look for names and addresses of real customers in the recording, from its beginning to its end, before it goes out.'
      : 'Look for names and addresses of real customers in the picture before it goes out.'}
  </p>
)

const Cropper = lazy(() => import('./cropper.tsx').then(m => ({ default: m.Cropper })))

interface CroppableProps {
  bitmap: ImageBitmap
  alt: string
  /** Null for the whole picture. */
  part: Rectangle | null
  onPart: (part: Rectangle | null) => void
}

/** A picture that is not stored yet, which can be cropped. */
function Croppable({ bitmap, alt, part, onPart }: CroppableProps) {
  const [isCropping, setCropping] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isBack = useRef(false)
  useEffect(() => {
    if (!isCropping && isBack.current) button.current?.focus()
    isBack.current = isCropping
  }, [isCropping])
  const whole = <FetchedPicture bitmap={bitmap} alt={alt} part={part} />
  if (isCropping)
    return (
      <Suspense fallback={whole}>
        <Cropper bitmap={bitmap} alt={alt} part={part} onPart={onPart} onEnd={() => setCropping(false)} />
      </Suspense>
    )
  return (
    <>
      {whole}
      <div className="flex flex-wrap gap-2">
        <Button ref={button} aria-label="Edit: crop the picture" onClick={() => setCropping(true)}>
          Edit
        </Button>
        {part && (
          <Button aria-label="Undo the crop" onClick={() => onPart(null)}>
            Undo
          </Button>
        )}
      </div>
    </>
  )
}
