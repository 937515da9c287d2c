import type { ChangeFragment } from '#pulls/pull-request.ts'
import { BUMPS, type Bump, note, plainNote, type TeamNote } from './note.ts'
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
const NAMED = /(?:^|\/)\.changes\/(major|minor|patch|unstable|none)\.[^/.]+\.md$/

/** A change whose bump stands in the name of its file, in place of front matter. */
export function readBumpNamed({ path, text }: ChangeFragment): TeamNote[] | null {
  const named = NAMED.exec(path)?.[1]
  if (named === undefined) return null
  // What is unstable is released at any time.
  const bump = named === 'unstable' ? 'patch' : (named as Bump)
  return [note({ source: 'changeset', bump, text: plainNote(text) })]
}
