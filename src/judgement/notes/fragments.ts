import { singleSpaced } from '#platform/text.ts'
import { isChangelogPath, isFragmentPath } from '#pulls/changelog-sources/changelog-paths.ts'
import { changelogItems } from '#pulls/changelog-sources/items.ts'
import type { ChangeFragment } from '#pulls/pull-request.ts'
import { BUMPS, type Bump, isSort, kindWord, note, plainNote, type TeamNote } from './note.ts'
import { isKindKey } from './record.ts'

/** Folders of changesets and of the tools that took over their form (Knope, Sampo, Nx version plans, Covector). */
const FOLDERS = /(?:^|\/)(?:\.changeset|\.sampo\/changesets|\.nx\/version-plans|\.changes)\/[^/]+\.mdx?$/

/** `"@acme/app": minor`, also `cargo/acme: "patch:bug"`. */
const BUMP = /:\s*["']?(none|patch|minor|major)\b/
const PACKAGE = /^["']?[^"':#][^"']*["']?$/

/**
 * A Markdown file whose front matter names packages and bumps, in any folder; with none of them, in a folder of changesets, it announces
 * nothing.
 */
export function readChangeset({ path, text }: ChangeFragment): TeamNote[] | null {
  if (!/\.mdx?$/i.test(path) || /README\.md$/i.test(path)) return null
  const lines = text.trimStart().split('\n')
  const end = lines.findIndex((line, at) => at > 0 && /^---\s*$/.test(line))
  if (!/^---\s*$/.test(lines[0] ?? '') || end === -1) return null
  const fields = lines.slice(1, end).filter(line => line.trim() !== '')
  const bumps = fields.flatMap(line => bumpIn(line) ?? [])
  const isElsewhere = bumps.length === 0 || bumps.length < fields.length || fields.some(line => sorts(line))
  if (!FOLDERS.test(path) && isElsewhere) return null
  const largest = bumps.map(bump => BUMPS.indexOf(bump as Bump)).reduce((a, b) => Math.max(a, b), 0)
  const words = plainNote(lines.slice(end + 1).join('\n'))
  const packages = fields.filter(line => bumpIn(line) !== undefined).map(packageIn)
  return [note({ source: 'changeset', bump: BUMPS[largest] ?? 'none', text: words, packages })]
}

function bumpIn(line: string): string | undefined {
  const found = BUMP.exec(line)
  return found && PACKAGE.test(line.slice(0, found.index).trim()) ? found[1] : undefined
}

const packageIn = (line: string): string => line.split(/["']?:\s/, 1)[0]?.replace(/^\s*["']/, '') ?? ''

/** `impact: minor` sorts the change, and is no package. */
const sorts = (line: string): boolean => isKindKey(line.split(':', 1)[0] ?? '')

/** `patch.quiet-start.md`, in the folder of changes of a repository or of one of its packages. */
const BUMP_NAMED = /(?:^|\/)\.changes\/(major|minor|patch|unstable|none)\.[^/.]+\.md$/

/** A change whose version bump is in the name of its file, not in front matter. */
export function readBumpNamed({ path, text }: ChangeFragment): TeamNote[] | null {
  const named = BUMP_NAMED.exec(path)?.[1]
  if (named === undefined) return null
  // A change that is marked `unstable` may be released at any time, like a patch.
  const bump = named === 'unstable' ? 'patch' : (named as Bump)
  return [note({ source: 'changeset', bump, text: plainNote(text) })]
}

/** `1234.bugfix`, `+docs.feature.md`, `1234.bugfix.2.rst`. */
const NAMED = /^[^.]*\.([a-z][a-z_-]*?)(?:\.\d+)?(?:\.(?:md|rst|txt|asciidoc))?$/i
const UNNAMED = /\.(?:md|rst|txt|asciidoc)$/i

/** Folders that only say that fragments are kept here. */
const ROOTS =
  /^(?:\.?change(?:s|log|logs|sets?)?(?:\.d)?|news(?:\.d|fragments?)?|fragments|unreleased|next|upcoming_changes|notes)$/i

/** "Fixed: the list of rooms", in any emphasis. */
const LABELLED = /^\s*[*_]{0,2}([A-Za-z][A-Za-z -]{1,24}?)[*_]{0,2}:[*_]{0,2}\s+(?=\S)/

/** The last line of a fragment of Vector, which names its authors. */
const AUTHORS = /^[ \t]*authors?:/i
/** The heading above the summary of a long fragment. */
const SUMMARY = /^#{1,4}[ \t]+summary[ \t]*\n([\s\S]*?)(?=^#{1,4}[ \t]|(?![\s\S]))/im

/** A fragment whose name, or whose folder, says the kind (towncrier, blurb). */
export function readNamed({ path, text }: ChangeFragment): TeamNote[] {
  const written = unsigned(text.trimEnd())
  const [label = '', sort = ''] = LABELLED.exec(written) ?? []
  const isLabelled = isSort(kindWord(sort))
  const kind = kindInName(path) ?? (isLabelled ? sort : kindInFolder(path))
  const told = isLabelled ? written.slice(label.length) : written
  const words = plainNote(SUMMARY.exec(told)?.[1] ?? told)
  return [note({ source: 'fragment', kind: kind === null ? null : kindWord(kind), text: words })]
}

/** A folder that sorts what it holds; of another name it may be any part of the product, unless it is one of a folder of fragments. */
function kindInFolder(path: string): string | null {
  const [above = '', folder = ''] = path.split('/').slice(0, -1).slice(-2)
  const name = folder || above
  if (name === '' || ROOTS.test(name)) return null
  return isFragmentPath(path) || isSort(kindWord(name)) ? name : null
}

function unsigned(text: string): string {
  const last = text.lastIndexOf('\n') + 1
  return AUTHORS.test(text.slice(last)) ? text.slice(0, last) : text
}

/** The kind that the name of a file says; null where it says none. */
export function kindInName(path: string): string | null {
  const named = NAMED.exec(path.split('/').at(-1) ?? '')?.[1]
  return named !== undefined && !UNNAMED.test(`.${named}`) ? named : null
}

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

/** The entries of a changelog with their kinds, from their own tags or the headings. Null for text that is no changelog. */
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
