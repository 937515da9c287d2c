import type { Fragment, MergedPull } from '#pulls/pull-request.ts'
import { readChangeset } from './changeset.ts'
import { readNamed } from './file-name.ts'
import { readHeader } from './header.ts'
import { readHeadings } from './headings.ts'
import { byWeight, type TeamNote } from './note.ts'
import { readRecord } from './record.ts'
import { readReleaseNotes } from './release-note.ts'

/** Everything that the team wrote for its changelog about this pull request, the weightiest first. */
export const notesOf = (pull: Pick<MergedPull, 'fragments' | 'body'>): TeamNote[] =>
  byWeight([...pull.fragments.flatMap(readFragment), ...readReleaseNotes(pull.body)])

function readFragment(fragment: Fragment): TeamNote[] {
  return (
    readChangeset(fragment) ??
    readHeader(fragment) ??
    readRecord(fragment) ??
    readBlocks(fragment) ??
    readHeadings(fragment) ??
    readNamed(fragment)
  )
}

/** A fragment may hold the same blocks as a description (`.changelog/123.txt`). */
function readBlocks({ text }: Fragment): TeamNote[] | null {
  const notes = text.includes('```') ? readReleaseNotes(text) : []
  return notes.length > 0 ? notes.map(note => ({ ...note, source: 'fragment' })) : null
}
