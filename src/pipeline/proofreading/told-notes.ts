import { isSilent, isTrailing } from '#judgement/copy/notes/note.ts'
import { notesOf } from '#judgement/copy/notes/notes.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type NoteLine, plainWords } from './notes.ts'
import { tellingWords } from './words.ts'

/** From this share of its words on, a team's note is told by a line that may be about another one; */
const SURELY_TOLD = 0.75
/** from this one on, by a line that says more of it than of any other note of the merge. */
const TOLD = 0.4

/** What a team wrote for customers about a merge, each note as plain text; what has too few words to be recognised is left out. */
export const customerNotes = (pull: MergedPull): string[] => {
  const notes = notesOf(pull).filter(note => !isSilent(note) && !isTrailing(note) && !PATCH.test(note.text))
  const texts = notes
    .map(({ text }) => plainWords(text))
    .filter(text => tellingWords(text).size >= FEWEST_WORDS)
  return [...new Set(texts)]
}

const FEWEST_WORDS = 3
/** A folder named for changes may hold patches. */
const PATCH = /^(?:diff --git |From [0-9a-f]{40} )/

/** Those of a merge's notes that no line says. A line that says most of one note does not tell the others beside it. */
export function untoldNotes(notes: readonly string[], lines: readonly NoteLine[]): string[] {
  const words = notes.map(tellingWords)
  const told = new Set<string>()
  for (const line of lines) {
    const own = tellingWords([line.text, ...line.details].join('\n'))
    const shares = words.map(note => note.intersection(own).size / note.size)
    const most = Math.max(...shares)
    for (const [at, share] of shares.entries())
      if (share >= SURELY_TOLD || (share === most && share >= TOLD)) told.add(notes[at] ?? '')
  }
  return notes.filter(note => !told.has(note))
}
