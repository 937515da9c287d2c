import { singleSpaced } from '#platform/text.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import { changelogItems } from '#pulls/changelog-sources/items.ts'
import type { ChangeFragment } from '#pulls/pull-request.ts'
import { kindWord, note, plainNote, type TeamNote } from './note.ts'

const HEADING = /^#{2,4} ([A-Z][\w ]{2,24}?) ?:?$/
const UNDERLINE = /^(?:-{3,}|={3,}|~{3,})\s*$/

/** Sections as a changelog has them ("### Fixed" above a list), a note each. */
export function readHeadings({ text }: ChangeFragment): TeamNote[] | null {
  const found: { title: string; lines: string[] }[] = []
  const lines = text.split('\n')
  for (const [at, line] of lines.entries()) {
    const title = HEADING.exec(singleSpaced(line))?.[1] ?? underlined(line, lines[at + 1])
    if (title !== null) found.push({ title, lines: [] })
    else if (!UNDERLINE.test(line)) found.at(-1)?.lines.push(line)
  }
  const notes = found.map(({ title, lines }) =>
    note({ source: 'fragment', kind: kindWord(title), text: plainNote(lines.join('\n')) }),
  )
  const told = notes.filter(({ text }) => text !== '')
  return told.length > 0 ? told : null
}

/** reStructuredText underlines its headings. */
const underlined = (line: string, next: string | undefined): string | null =>
  next !== undefined && /^[A-Z][\w ]{2,24}$/.test(line) && UNDERLINE.test(next) ? line : null

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
