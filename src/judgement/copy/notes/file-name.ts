import type { ChangeFragment } from '#pulls/pull-request.ts'
import { kindWord, note, type TeamNote } from './note.ts'
import { plainNote } from './plain.ts'

/** `1234.bugfix`, `+docs.feature.md`, `1234.bugfix.2.rst`. */
const NAMED = /^[^.]*\.([a-z][a-z_-]*?)(?:\.\d+)?(?:\.(?:md|rst|txt|asciidoc))?$/i
const UNNAMED = /\.(?:md|rst|txt|asciidoc)$/i

/** Folders that only say that fragments are kept here. */
const ROOTS =
  /^(?:\.?change(?:s|log|logs|sets?)?(?:\.d)?|news(?:\.d|fragments?)?|fragments|unreleased|next|upcoming_changes|notes)$/i

/** Who wrote it, in the last line, as Vector asks for. */
const AUTHORS = /^[ \t]*authors?:/i
/** What a long fragment has to say in short, under a heading. */
const SUMMARY = /^#{1,4}[ \t]+summary[ \t]*\n([\s\S]*?)(?=^#{1,4}[ \t]|(?![\s\S]))/im

/** A fragment whose name, or whose folder, says the kind (towncrier, blurb). */
export function readNamed({ path, text }: ChangeFragment): TeamNote[] {
  const folder = path.split('/').at(-2) ?? ''
  const kind = kindInName(path) ?? (folder === '' || ROOTS.test(folder) ? null : folder)
  const written = unsigned(text.trimEnd())
  const words = plainNote(SUMMARY.exec(written)?.[1] ?? written)
  return [note({ source: 'fragment', kind: kind === null ? null : kindWord(kind), text: words })]
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
