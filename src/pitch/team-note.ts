import { isSilent, type TeamNote } from './notes/note.ts'
import { notesOf, type Written } from './notes/notes.ts'

/** The words that the team wrote for customers, as written (Markdown), and where; null where it wrote none. The weightiest of several. */
export function teamNoteOf(pull: Written): Pick<TeamNote, 'text' | 'source'> | null {
  const told = notesOf(pull).find(note => !isSilent(note) && note.text !== '')
  return told === undefined ? null : { text: told.text, source: told.source }
}
