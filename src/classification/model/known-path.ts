import { remembering } from '#kit/remembering.ts'
import type { Role } from '../paths/role.ts'
import { roleOf } from '../paths/role-of.ts'
import { partsOf } from './words.ts'

/** What a path says on its own. */
export interface KnownPath {
  role: Role
  /** Each once. */
  words: readonly string[]
  /** Of a name without an ending the whole. */
  ending: string
  folder: string
  top: string
  depth: number
}

const PATHS_KEPT = 20_000

/** Paths recur between the changes of a repository. */
export const readPath = remembering((path): KnownPath => {
  const folders = path.split('/')
  return {
    role: roleOf(path),
    words: [...new Set(partsOf(path))],
    ending: endingOf(folders.at(-1)?.toLowerCase() ?? ''),
    folder: folders.slice(0, -1).join('/'),
    top: folders[0] ?? '',
    depth: folders.length,
  }
}, PATHS_KEPT)

function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1) : name
}
