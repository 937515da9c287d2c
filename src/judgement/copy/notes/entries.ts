import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import { changelogItems } from '#pulls/changelog-sources/items.ts'
import type { ChangeFragment } from '#pulls/pull-request.ts'
import { kindWord, note, type TeamNote } from './note.ts'
import { plainNote } from './plain.ts'

/** A scope that is the whole product (`*: …`), perhaps escaped. */
const EVERYWHERE = /^(?:\\?\*|`\*`):\s+/
/** `[BUGFIX] Cart: …` */
const TAG = /^\[([A-Za-z][A-Za-z _-]{2,24})\]\s+(?=\S)/

/** The entries of a changelog, as their own tags or its headings sort them. Null for what is none. */
export function readEntries({ path, text }: ChangeFragment): TeamNote[] | null {
  if (!isChangelogPath(path)) return null
  return changelogItems(text).map(({ headings, text }) => {
    const [tag = '', sort = headings.at(-1)] = TAG.exec(text) ?? []
    const kind = sort === undefined ? null : kindWord(sort)
    return note({
      source: 'changelog',
      kind,
      text: plainNote(text.slice(tag.length).replace(EVERYWHERE, '')),
    })
  })
}
