import { isFragmentPath } from '#pulls/changelog-sources/changelog-paths.ts'
import type { ChangeFragment } from '#pulls/pull-request.ts'
import { isSort, kindWord, note, plainNote, type TeamNote } from './note.ts'

/** `1234.bugfix`, `+docs.feature.md`, `1234.bugfix.2.rst`. */
const NAMED = /^[^.]*\.([a-z][a-z_-]*?)(?:\.\d+)?(?:\.(?:md|rst|txt|asciidoc))?$/i
const UNNAMED = /\.(?:md|rst|txt|asciidoc)$/i

/** Folders that only say that fragments are kept here. */
const ROOTS =
  /^(?:\.?change(?:s|log|logs|sets?)?(?:\.d)?|news(?:\.d|fragments?)?|fragments|unreleased|next|upcoming_changes|notes)$/i

/** "Fixed: the list of rooms", in any emphasis. */
const LABELLED = /^\s*[*_]{0,2}([A-Za-z][A-Za-z -]{1,24}?)[*_]{0,2}:[*_]{0,2}\s+(?=\S)/

/** Who wrote it, in the last line, as Vector asks for. */
const AUTHORS = /^[ \t]*authors?:/i
/** What a long fragment has to say in short, under a heading. */
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
