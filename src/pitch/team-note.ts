import type { MergedPull } from '#pulls/pull-request.ts'
import { isSilent, type TeamNote } from './notes/note.ts'
import { notesOf } from './notes/notes.ts'

/** The words that the team wrote for customers, as written (Markdown), and where; null where it wrote none. The weightiest of several. */
export function teamNoteOf(
  pull: Pick<MergedPull, 'fragments' | 'body'>,
): Pick<TeamNote, 'text' | 'source'> | null {
  const told = notesOf(pull).find(note => !isSilent(note) && note.text !== '')
  return told === undefined ? null : { text: told.text, source: told.source }
}
