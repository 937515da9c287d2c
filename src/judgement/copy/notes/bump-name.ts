import type { ChangeFragment } from '#pulls/pull-request.ts'
import { type Bump, note, type TeamNote } from './note.ts'
import { plainNote } from './plain.ts'

/** `patch.quiet-start.md`, in the folder of changes of a repository or of one of its packages. */
const NAMED = /(?:^|\/)\.changes\/(major|minor|patch|unstable|none)\.[^/.]+\.md$/
/** What is unstable is released at any time. */
const BUMP: Record<string, Bump> = { unstable: 'patch' }

/** A change whose bump stands in the name of its file, in place of front matter. */
export function readBumpNamed({ path, text }: ChangeFragment): TeamNote[] | null {
  const bump = NAMED.exec(path)?.[1]
  if (bump === undefined) return null
  return [
    note({ source: 'changeset', bump: BUMP[bump] ?? (bump as Bump), text: plainNote(text), packages: 1 }),
  ]
}
