import { isSilent, isTrailing, type TeamNote, weighAlike } from './notes/note.ts'
import { notesOf, type Written } from './notes/notes.ts'
import { stemsOf } from './text/words.ts'

/** The words that the team wrote for customers, as written (Markdown), and where. */
export interface TeamWords extends Pick<TeamNote, 'text' | 'source'> {
  /** Its other notes on the same change. */
  others: string[]
}

/**
 * The weightiest of the team's notes; of several that weigh alike one that says what the title says, where the first does not. Null
 * where it wrote none.
 */
export function teamNoteOf(pull: Written & { title?: string }): TeamWords | null {
  const told = notesOf(pull).filter(note => !isSilent(note) && note.text !== '')
  const [first] = told
  if (first === undefined) return null
  const alike = told.filter(note => weighAlike(note, first))
  const lead = alike.length > 1 ? saying(alike, stemsOf(pull.title ?? '')) : first
  const others = told.filter(note => note !== lead && !isTrailing(note)).map(({ text }) => text)
  return { text: lead.text, source: lead.source, others }
}

/** The note that says half of the title's words, and surely more than the first. */
function saying(notes: TeamNote[], title: Set<string>): TeamNote {
  const said = notes.map(note => ({ note, words: shared(note, title) }))
  return said.reduce((best, next) =>
    next.words >= title.size / 2 && next.words > best.words + 1 ? next : best,
  ).note
}

/** How many of the words a note has in its first lines. */
function shared({ text }: TeamNote, words: Set<string>): number {
  const said = stemsOf(text.slice(0, 300))
  return [...words].filter(word => said.has(word)).length
}
