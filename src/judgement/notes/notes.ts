import { sharedStems, stemsOf } from '#judgement/text/sentences.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import type { ChangeFragment, MergedPull } from '#pulls/pull-request.ts'
import {
  kindInName,
  readBumpNamed,
  readChangeset,
  readEntries,
  readHeadings,
  readNamed,
} from './fragments.ts'
import { byWeight, isSilent, isTrailing, type TeamNote, weighAlike } from './note.ts'
import { readFrontMatter, readHeader, readRecord } from './record.ts'
import { readReleaseNotes } from './release-note.ts'

/** What notes are read from. */
export type NoteSources = Pick<MergedPull, 'fragments' | 'body'> &
  Partial<Pick<MergedPull, 'author' | 'authorIsBot' | 'title' | 'files'>>

/** Everything that the team wrote for its changelog about this pull request, the weightiest first. */
export const notesOf = (pull: NoteSources): TeamNote[] =>
  byWeight([...pull.fragments.flatMap(readFragment), ...readReleaseNotes(pull.body, upkeepOf(pull) !== null)])

function readFragment(fragment: ChangeFragment): TeamNote[] {
  return (
    readEntries(fragment) ??
    readChangeset(fragment) ??
    readBumpNamed(fragment) ??
    readHeader(fragment) ??
    readFrontMatter(fragment) ??
    readRecord(fragment) ??
    readBlocks(fragment) ??
    // Where the name of the file tells the kind, the headings do not count: "New" may stand above an example.
    (kindInName(fragment.path) === null ? readHeadings(fragment) : null) ??
    readNamed(fragment)
  )
}

/** A fragment may hold the same blocks as a description (`.changelog/123.txt`). */
function readBlocks({ text }: ChangeFragment): TeamNote[] | null {
  const notes = text.includes('```') ? readReleaseNotes(text) : []
  return notes.length > 0 ? notes.map(note => ({ ...note, source: 'fragment' })) : null
}

/** The words that the team wrote for customers, as written (Markdown), and where. */
interface TeamWords extends Pick<TeamNote, 'text' | 'source'> {
  /** The team's other notes on the same change. */
  others: string[]
}

/**
 * The weightiest of the team's notes; of several that weigh alike that of the package that the repository is named for, else one that
 * says what the title says, where the first does not. Null where it wrote none.
 */
export function teamNoteOf(pull: NoteSources & { title?: string; repo?: string }): TeamWords | null {
  const told = notesOf(pull).filter(note => !isSilent(note) && note.text !== '')
  const [first] = told
  if (first === undefined) return null
  const alike = told.filter(note => weighAlike(note, first))
  const main = alike.filter(note => isOfMainPackage(note, pull.repo ?? ''))
  const candidates = main.length > 0 ? main : alike
  const lead = candidates.length > 1 ? saying(candidates, pull.title ?? '') : (candidates[0] ?? first)
  const others = told.filter(note => note !== lead && !isTrailing(note)).map(({ text }) => text)
  return { text: lead.text, source: lead.source, others }
}

/** `@acme/shop` and `shop` are the main package of `acme/shop`. */
const isOfMainPackage = ({ packages }: TeamNote, repo: string): boolean =>
  packages.some(name => name.split('/').at(-1)?.toLowerCase() === repo.split('/').at(-1)?.toLowerCase())

/** The note whose first lines say half of the title's words, and surely more than the first. */
function saying(notes: TeamNote[], title: string): TeamNote {
  const half = stemsOf(title).size / 2
  const said = notes.map(note => ({ note, words: sharedStems(title, note.text.slice(0, 300)) }))
  return said.reduce((best, next) => (next.words >= half && next.words > best.words + 1 ? next : best)).note
}
