import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { EntryDetail } from '../../api/entry-queries.ts'
import { errorFrom } from '../../api/error.ts'
import { toasts } from '../../frame/toasts.tsx'
import { useAccount } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/form/field.tsx'
import { Problem } from '../../parts/notice.tsx'
import { Question } from '../../parts/overlay/confirm.tsx'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { FetchedPicture } from './fetched-picture.tsx'

const ALT_HINT = 'What the picture shows, in words: not empty, and not the name of a file.'

interface Props {
  picture: EntryDetail['pulls'][number]['pictures'][number]
  /** Which pull request it is of, where there are several. */
  pull: string | null
  entry: EntryDetail['entry']
  /** Nobody in the account has used such a picture yet. */
  isFirst: boolean
  editor: EntryEditor
  onUsed: () => void
}

/** One picture of a pull request: its words first, then the picture, then its use as the entry's image. */
export function PullPicture({ picture, pull, entry, isFirst, editor, onUsed }: Props) {
  const { shown, error, isBusy, show } = useShown(entry.id, picture.key)
  const [alt, setAlt] = useState(picture.alt)
  const [isAsking, setAsking] = useState(false)
  const [isTried, setTried] = useState(false)
  const name = picture.alt || picture.name || 'A picture without words'
  const use = async () => {
    setTried(true)
    if (!(await editor.takePicture(picture.key, alt.trim()))) return
    toasts.show('The picture is the image of the entry.')
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
        <>
          <FetchedPicture bitmap={shown} alt={alt} />
          <Field
            label="Alternative text"
            hint={ALT_HINT}
            dir="auto"
            value={alt}
            onChange={event => setAlt(event.target.value)}
          />
          <Problem error={isTried ? editor.error : null} />
          <Button
            variant="primary"
            className="justify-self-start"
            busy={editor.state === 'saving'}
            disabled={alt.trim() === ''}
            onClick={() => (isFirst ? setAsking(true) : void use())}
          >
            {entry.image ? 'Use in place of the image' : 'Use as the image'}
          </Button>
        </>
      )}
      {isAsking && (
        <Question
          title="Is the picture fit to be seen by everyone?"
          verb="Use the picture"
          variant="primary"
          onAnswer={isWanted => {
            setAsking(false)
            if (isWanted) void use()
          }}
        >
          Look for names and addresses of real customers in the picture before it goes out.
        </Question>
      )}
    </li>
  )
}

/** Where it lies, or that it is two. */
const placeOf = ({ addresses, name }: Props['picture']): string =>
  addresses.length > 1
    ? 'Before and after, side by side'
    : [name, new URL(addresses[0] ?? '').host].filter(Boolean).join(' · ')

/** Fetches the picture when it is asked for. It is gone when the entry is left. */
function useShown(entry: string, key: string) {
  const { id: account } = useAccount()
  const [shown, setShown] = useState<ImageBitmap | null>(null)
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
      setShown(await createImageBitmap(await response.blob()))
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  return { shown, error, isBusy, show }
}
