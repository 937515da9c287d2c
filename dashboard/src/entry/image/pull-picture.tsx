import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { EntryDetail } from '../../api/entry-queries.ts'
import { errorFrom } from '../../api/error.ts'
import { toasts } from '../../frame/toasts.tsx'
import { useAccount } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/notice.tsx'
import { useKeptFields } from '../../settings/use-kept-fields.ts'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { MediaForm } from './media-form.tsx'
import { type Still, stillOf } from './still.ts'

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
  const words = useKeptFields(`picture-${entry.id}-${picture.key}`, { alt: picture.alt })
  const name =
    picture.alt || picture.name || `A ${picture.isRecording ? 'recording' : 'picture'} without words`
  const close = () => {
    words.discard()
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
        <MediaForm
          editor={editor}
          alt={words.values.alt}
          still={shown}
          onAlt={alt => words.set({ alt })}
          verb={entry.image ? 'Replace' : 'Add'}
          send={(text, parts) => editor.takePicture(picture.key, text, parts)}
          onSent={close}
        />
      )}
    </li>
  )
}

/** The name and the host of the picture. */
const placeOf = ({ address, name, isRecording }: Props['picture']): string =>
  [isRecording && 'Recording', name, new URL(address).host].filter(Boolean).join(' · ')

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
