import type { EntryDetail } from '../../api/entry-queries.ts'
import { Button } from '../../parts/button.tsx'
import type { EntryEditor } from '../editor/use-entry-editor.ts'
import { useOtherWords } from './use-other-words.tsx'

interface Props {
  entry: EntryDetail['entry']
  editor: EntryEditor
}

/** Made of other entries, or of a past changelog. */
const WITHOUT_SOURCE: readonly Props['entry']['origin'][] = ['edition', 'import']

/** Beside the fields of an entry, where there is a source to write from. */
export function OtherWordsButton({ entry, editor }: Props) {
  const least = entry.state === 'draft' ? 'writer' : 'publisher'
  const { ask, dialog } = useOtherWords(WITHOUT_SOURCE.includes(entry.origin) ? null : entry.id, least)
  return (
    <>
      {ask && (
        <Button className="w-fit" disabled={editor.isDirty || editor.state === 'saving'} onClick={ask}>
          Other words
        </Button>
      )}
      {dialog}
    </>
  )
}
