import { isChangelogPath } from '#pulls/announced/changelog-paths.ts'
import { itemsOf } from '#pulls/announced/items.ts'
import type { Fragment } from '#pulls/pull-request.ts'
import { kindWord, note, type TeamNote } from './note.ts'
import { plainNote } from './plain.ts'

/** The entries of a changelog, as its headings sort them. Null for what is none. */
export function readEntries({ path, text }: Fragment): TeamNote[] | null {
  if (!isChangelogPath(path)) return null
  return itemsOf(text).map(({ headings, text }) => {
    const heading = headings.at(-1)
    const kind = heading === undefined ? null : kindWord(heading)
    return note({ source: 'changelog', kind, text: plainNote(text) })
  })
}
