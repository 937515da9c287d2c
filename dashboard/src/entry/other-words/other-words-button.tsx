import type { EntryDetail } from '../../api/entry-queries.ts'
import { Button } from '../../parts/button.tsx'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { useOtherWords } from './use-other-words.tsx'

interface Props {
  entry: EntryDetail['entry']
  editor: EntryEditor
}

/** The button for other words next to the fields of an entry; left out for an imported entry, which has no source to write from. */
export function OtherWordsButton({ entry, editor }: Props) {
  const least = entry.state === 'draft' ? 'writer' : 'publisher'
  const { ask, dialog } = useOtherWords(entry.origin === 'import' ? null : entry.id, least)
  return (
    <>
      {ask && (
        <Button className="w-fit" disabled={editor.isDirty || editor.state === 'saving'} onClick={ask}>
          Reword
        </Button>
      )}
      {dialog}
    </>
  )
}
