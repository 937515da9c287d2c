import { type EntryDetail, queueQuery } from '../api/entry-queries.ts'
import { useAccountQuery } from '../frame/use-account.ts'
import { primaryOf } from '../inbox/grounds.tsx'
import { KindAndSize } from '../parts/form/kind-and-size.tsx'
import { optionsAmong, Select } from '../parts/form/select.tsx'
import { Copy } from '../parts/text/entry-copy.tsx'
import type { EntryEditor } from './editor/use-entry-editor.ts'
import { WordFields } from './editor/word-fields.tsx'
import { ImageField } from './image/image-field.tsx'
import { MachineWords } from './machine-words.tsx'
import { OtherWordsButton } from './other-words/use-other-words.tsx'
import { Passages } from './passages.tsx'

interface Props {
  detail: EntryDetail
  editor: EntryEditor
  isReadOnly: boolean
}

/** The words with those of the machine, the properties, and the image. */
export function EntryForm({ detail, editor, isReadOnly }: Props) {
  const { entry } = detail
  const primary = primaryOf(detail)
  return (
    <div className="grid content-start gap-4">
      <h2 className="sr-only">The entry and its merges</h2>
      <KindAndSize {...entry} onPick={isReadOnly ? null : wanted => void editor.change(wanted)} />
      {isReadOnly ? (
        <Copy title={entry.title} html={detail.content.html} />
      ) : (
        <WordFields editor={editor} authorsWords={primary?.authorsWords} />
      )}
      <div className="grid gap-2 empty:hidden">
        {!isReadOnly && <Passages passages={detail.passages} words={editor.words} pull={primary} />}
        <MachineWords detail={detail} editor={isReadOnly ? null : editor} />
      </div>
      {!isReadOnly && <OtherWordsButton entry={entry} editor={editor} />}
      <ImageField detail={detail} editor={editor} isReadOnly={isReadOnly} />
      <SetField entry={entry} editor={isReadOnly ? null : editor} />
    </div>
  )
}

interface SetProps {
  entry: EntryDetail['entry']
  /** Null for a role that cannot change it. */
  editor: EntryEditor | null
}

/** Whose accounts the entry is posted to, where the account has sets of them. */
function SetField({ entry: { setId }, editor }: SetProps) {
  const sets = useAccountQuery(queueQuery).data?.sets ?? []
  if (!editor) {
    const set = sets.find(one => one.id === setId)
    return set && <p>Posted to: {set.name}</p>
  }
  if (sets.length === 0) return null
  return (
    <div className="w-fit">
      <Select
        label="Post to"
        value={setId ?? ''}
        options={optionsAmong('The main accounts', sets)}
        onPick={set => void editor.change({ set: set || null })}
      />
    </div>
  )
}
