import type { Fragment } from '#pulls/pull-request.ts'
import { kindWord, note, type TeamNote } from './note.ts'
import { plainNote } from './plain.ts'

/** `1234.bugfix`, `+docs.feature.md`, `1234.bugfix.2.rst`. */
const NAMED = /^[^.]*\.([a-z][a-z_-]*?)(?:\.\d+)?(?:\.(?:md|rst|txt|asciidoc))?$/i
const UNNAMED = /\.(?:md|rst|txt|asciidoc)$/i

/** Folders that only say that fragments are kept here. */
const ROOTS =
  /^(?:\.?change(?:s|log|logs|sets?)?(?:\.d)?|news(?:\.d|fragments?)?|fragments|unreleased|next|upcoming_changes|notes)$/i

/** A fragment whose name, or whose folder, says the kind (towncrier, blurb). */
export function readNamed({ path, text }: Fragment): TeamNote[] {
  const [name = '', folder = ''] = path.split('/').reverse()
  const named = NAMED.exec(name)?.[1]
  const inName = named !== undefined && !UNNAMED.test(`.${named}`) ? named : null
  const kind = inName ?? (folder === '' || ROOTS.test(folder) ? null : folder)
  return [note({ source: 'fragment', kind: kind === null ? null : kindWord(kind), text: plainNote(text) })]
}
