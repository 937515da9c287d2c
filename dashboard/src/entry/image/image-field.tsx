import { useEffect, useState } from 'react'
import { PICTURE_TYPES, RECORDING_MIB, RECORDING_TYPES } from '#changelog/entries/images/media-types.ts'
import type { EntryDetail } from '../../api/entry-queries.ts'
import { toasts } from '../../frame/toasts.tsx'
import { Button } from '../../parts/button.tsx'
import { FileButton } from '../../parts/form/file-button.tsx'
import { Field } from '../../parts/form/form.tsx'
import { useIncomingFile } from '../../parts/form/use-incoming-file.ts'
import { SettingsForm } from '../../settings/settings-form.tsx'
import { useKeptFields } from '../../settings/use-kept-fields.ts'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { ALT_HINT, MediaForm, PrivacyNote } from './media-form.tsx'
import { Picture, recordingIn } from './picture.tsx'
import { PullPictures } from './pull-pictures.tsx'
import { type Still, stillOf } from './still.ts'

const TYPES = [...PICTURE_TYPES, ...RECORDING_TYPES]

interface Props {
  detail: EntryDetail
  editor: EntryEditor
  isReadOnly: boolean
}

/** The image or recording of the entry, with its alternative text, which is required. A file can be chosen, pasted or dropped. */
export function ImageField({ detail, editor, isReadOnly }: Props) {
  const { entry } = detail
  const { file, choose, end } = useChosenFile(entry)
  const { isOver, handlers } = useIncomingFile({
    types: TYPES,
    onFile: choose,
    isPasted: true,
    isOff: isReadOnly,
  })
  if (isReadOnly && !entry.image) return null
  const isUnpublished = entry.state === 'draft' || entry.state === 'queued'
  return (
    <section
      aria-label="Image"
      {...handlers}
      className={`grid gap-3 rounded-md ${isOver ? 'bg-raised outline-2 outline-accent outline-dashed outline-offset-4' : ''}`}
    >
      <h2 className="font-semibold">Image</h2>
      <Picture detail={detail} className="max-h-40" />
      {isReadOnly ? (
        <p className="text-quiet">{entry.image?.alt}</p>
      ) : file ? (
        <Upload
          key={`${file.name} ${file.lastModified}`}
          file={file}
          entry={entry}
          editor={editor}
          onEnd={end}
        />
      ) : (
        <>
          {entry.image && <Alt key={entry.image.sha256} entry={entry.id} image={entry.image} />}
          {entry.image && isUnpublished && <PrivacyNote isRecording={recordingIn(detail) !== null} />}
          <div className="flex flex-wrap items-center gap-2 rounded-md border border-dashed border-rim py-1 pr-1 pl-3">
            <p className="min-w-40 flex-1 text-s text-pretty text-quiet">
              Paste or drop a picture, or a recording of up to {RECORDING_MIB} MB (MP4, WebM, animated GIF).
            </p>
            <FileButton
              verb={entry.image ? 'Replace' : 'Add'}
              what="an image"
              types={TYPES}
              onPick={choose}
            />
            {entry.image && (
              <Button
                variant="ghost"
                className="px-2!"
                aria-label="Remove image"
                onClick={() => void editor.change({ noImage: true })}
              >
                Remove
              </Button>
            )}
          </div>
          <PullPictures detail={detail} editor={editor} />
        </>
      )}
    </section>
  )
}

/** The file that was chosen for the entry. If the person leaves the page the file is kept, and a message says so. */
function useChosenFile({ id, image }: EntryDetail['entry']) {
  const [file, setFile] = useState(() => keptPicture(id)?.file ?? null)
  useEffect(
    () => () => {
      if (keptPicture(id)) toasts.show('The picture that you chose is not added yet. It waits on its page.')
    },
    [id],
  )
  return {
    file,
    choose: (chosen: File) => {
      keepPicture(id, { file: chosen, alt: image?.alt ?? '' })
      setFile(chosen)
    },
    end: () => {
      forgetPicture(id)
      setFile(null)
    },
  }
}

type Image = NonNullable<EntryDetail['entry']['image']>

/** The alternative text of the stored image. */
function Alt({ entry: id, image }: { entry: string; image: Image }) {
  const fields = useKeptFields(`alt-${id}-${image.sha256}`, { alt: image.alt })
  return (
    <SettingsForm fields={fields} isOwn onSave={(act, edit) => act('entry edit', { id, ...edit })}>
      <Field label="Alternative text" hint={ALT_HINT} dir="auto" {...fields.bind('alt')} />
    </SettingsForm>
  )
}

interface UploadProps {
  file: File
  entry: EntryDetail['entry']
  editor: EntryEditor
  onEnd: () => void
}

/** The chosen file before it is uploaded. */
function Upload({ file, entry, editor, onEnd }: UploadProps) {
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

/** A picture or recording that was chosen and not added yet, with its alternative text. */
interface KeptPicture {
  file: File
  alt: string
}

const kept = new Map<string, KeptPicture>()

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

/** The file that was chosen for an entry. It is kept while the dashboard is open; before it is closed, the browser asks. */
const keptPicture = (entry: string): KeptPicture | undefined => kept.get(entry)

function keepPicture(entry: string, picture: KeptPicture): void {
  kept.set(entry, picture)
  addEventListener('beforeunload', askBeforeLeaving)
}

function forgetPicture(entry: string): void {
  kept.delete(entry)
  if (kept.size === 0) removeEventListener('beforeunload', askBeforeLeaving)
}
