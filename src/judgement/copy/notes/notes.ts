import type { ChangeFragment, MergedPull } from '#pulls/pull-request.ts'
import { readBumpNamed } from './bump-name.ts'
import { readChangeset } from './changeset.ts'
import { readEntries } from './entries.ts'
import { kindInName, readNamed } from './file-name.ts'
import { readHeader } from './header.ts'
import { readHeadings } from './headings.ts'
import { byWeight, type TeamNote } from './note.ts'
import { readFrontMatter, readRecord } from './record.ts'
import { readReleaseNotes } from './release-note.ts'

/** What notes are read from. */
export type Written = Pick<MergedPull, 'fragments' | 'body'> & Partial<Pick<MergedPull, 'authorIsBot'>>

/** Everything that the team wrote for its changelog about this pull request, the weightiest first. */
export const notesOf = ({ fragments, body, authorIsBot }: Written): TeamNote[] =>
  byWeight([...fragments.flatMap(readFragment), ...readReleaseNotes(body, authorIsBot)])

function readFragment(fragment: ChangeFragment): TeamNote[] {
  return (
    readEntries(fragment) ??
    readChangeset(fragment) ??
    readBumpNamed(fragment) ??
    readHeader(fragment) ??
    readFrontMatter(fragment) ??
    readRecord(fragment) ??
    readBlocks(fragment) ??
    // What a name says is not asked of the headings: "New" may stand above an example.
    (kindInName(fragment.path) === null ? readHeadings(fragment) : null) ??
    readNamed(fragment)
  )
}

/** A fragment may hold the same blocks as a description (`.changelog/123.txt`). */
function readBlocks({ text }: ChangeFragment): TeamNote[] | null {
  const notes = text.includes('```') ? readReleaseNotes(text) : []
  return notes.length > 0 ? notes.map(note => ({ ...note, source: 'fragment' })) : null
}
