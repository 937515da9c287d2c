import { type SubmitEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import type { EntryDetail } from '../../api/entry-queries.ts'
import { errorFrom } from '../../api/error.ts'
import { toasts } from '../../frame/toasts.tsx'
import { useAccount } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/form/field.tsx'
import { Problem } from '../../parts/notice.tsx'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { cropText, type Rectangle } from './crop-rectangle.ts'
import { PrivacyNote } from './note.tsx'
import { type Still, stillOf } from './still.ts'
import { Shown } from './upload.tsx'

const ALT_HINT = 'What the picture shows, in words: not empty, and not the name of a file.'

interface Props {
  picture: EntryDetail['pulls'][number]['pictures'][number]
  /** The pull request that it belongs to, if there are several. */
  pull: string | null
  entry: EntryDetail['entry']
  editor: EntryEditor
  onUsed: () => void
}

/** One picture of a pull request: first its description, then the picture, then a form to use it as the entry's image. */
export function PullPicture({ picture, pull, entry, editor, onUsed }: Props) {
  const { shown, error, isBusy, show } = useShown(entry.id, picture.key)
  const [alt, setAlt] = useState(picture.alt)
  const [part, setPart] = useState<Rectangle | null>(null)
  const [isTried, setTried] = useState(false)
  const name =
    picture.alt || picture.name || `A ${picture.isRecording ? 'recording' : 'picture'} without words`
  const use = async (event: SubmitEvent) => {
    event.preventDefault()
    if (alt.trim() === '' || editor.state === 'saving') return
    setTried(true)
    const crop = shown?.bitmap && part ? cropText(part, shown.bitmap) : undefined
    if (!(await editor.takePicture(picture.key, alt.trim(), { crop, poster: shown?.poster ?? null }))) return
    toasts.show(`The ${shown?.isRecording ? 'recording' : 'picture'} is the image of the entry.`)
    onUsed()
  }
  return (
    <li className="grid gap-3 py-3">
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <p dir="auto" className="wrap-anywhere">
            {name}
          </p>
          <p className="text-s text-quiet wrap-anywhere">
            {[pull, placeOf(picture)].filter(part => part !== null).join(' · ')}
          </p>
        </div>
        {!shown && (
          <Button busy={isBusy} aria-label={`Show ${name}`} onClick={() => void show()}>
            Show
          </Button>
        )}
      </div>
      <Problem error={error} />
      {shown && (
        <form className="grid gap-3" onSubmit={event => void use(event)}>
          <Shown still={shown} alt={alt} part={part} onPart={setPart} />
          <Field
            label="Alternative text"
            hint={ALT_HINT}
            dir="auto"
            value={alt}
            onChange={event => setAlt(event.target.value)}
          />
          <PrivacyNote isRecording={shown.isRecording} />
          <Problem error={isTried ? editor.error : null} />
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            busy={editor.state === 'saving'}
            disabled={alt.trim() === ''}
          >
            {entry.image ? 'Replace' : 'Add'}
          </Button>
        </form>
      )}
    </li>
  )
}

/** The host of the picture, or that it is a pair. */
const placeOf = ({ addresses, name, isRecording }: Props['picture']): string =>
  addresses.length > 1
    ? 'Before and after, side by side'
    : [isRecording && 'Recording', name, new URL(addresses[0] ?? '').host].filter(Boolean).join(' · ')

/** Fetches the picture when the person asks to see it. It is released when the person leaves the entry. */
function useShown(entry: string, key: string) {
  const { id: account } = useAccount()
  const [shown, setShown] = useState<Still | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    setError(null)
    try {
      const response = await api.accounts[':account'].entries[':entry'].pictures.look.$post({
        param: { account, entry },
        json: { key },
      })
      if (!response.ok) throw await errorFrom(response)
      setShown(await stillOf(await response.blob()))
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  return { shown, error, isBusy, show }
}
