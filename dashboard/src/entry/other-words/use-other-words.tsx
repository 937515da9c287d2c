import type { Role } from '#accounts/roles.ts'
import type { EntryDetail } from '../../api/entry-queries.ts'
import { openOverlay } from '../../frame/overlays.tsx'
import { useAccount, useAccountQuery } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { writerQuery } from '../../settings/queries.ts'
import { stopsForWords } from '../editor/kept-words.ts'
import type { EntryEditor } from '../editor/use-entry-editor.ts'

/** Whether a language model writes for the account; null while that is unknown. */
export function useHasWriter(): boolean | null {
  const { data } = useAccountQuery(writerQuery)
  return data ? data.writer?.isOn === true || data.operatorModel !== null : null
}

/** Asks the writer for other words for an entry; null for a role below `least`, and without a writer. */
export function useOtherWords(entry: string | null, least: Role): (() => void) | null {
  const { may } = useAccount()
  const hasWriter = useHasWriter()
  if (entry === null || !may(least) || !hasWriter) return null
  return () => {
    if (!stopsForWords([{ id: entry }])) openOverlay({ entry })
  }
}

interface Props {
  entry: EntryDetail['entry']
  editor: EntryEditor
}

/** The button for other words next to the fields of an entry; left out for an imported entry, which has no source to write from. */
export function OtherWordsButton({ entry, editor }: Props) {
  const least = entry.state === 'draft' ? 'writer' : 'publisher'
  const ask = useOtherWords(entry.origin === 'import' ? null : entry.id, least)
  if (!ask) return null
  return (
    <Button className="w-fit" disabled={editor.isDirty || editor.state === 'saving'} onClick={ask}>
      Reword
    </Button>
  )
}
