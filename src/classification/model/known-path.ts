import { remembering } from '#kit/remembering.ts'
import type { Role } from '../paths/role.ts'
import { roleOf } from '../paths/role-of.ts'
import type { Lexicon } from './lexicon.ts'
import type { Token } from './token.ts'
import { partsOf } from './words.ts'

/** What a folder says on its own. */
interface Folder {
  path: string
  top: string
  depth: number
  /** Of its words those that the lexicon knows. */
  tokens: readonly Token[]
}

/** What a path says: its folder, and what its name has that the folder has not. */
export interface KnownPath {
  role: Role
  folder: Folder
  own: readonly Token[]
}

export type ReadPath = (path: string) => KnownPath

const KEPT = 5_000

/** Paths, and the folders and names in them, recur between the changes of a repository: each is read and looked up once. */
export function pathReader(lexicon: Lexicon): ReadPath {
  const tokensOf = (family: 'path' | 'ending', words: Iterable<string>): Token[] =>
    [...words].map(said => lexicon.tokenOf(family, lexicon.entryOf(said), said)).filter(({ id }) => id >= 0)
  const readFolder = remembering((path): Folder => {
    const [top = '', ...below] = path.split('/')
    const tokens = tokensOf('path', new Set(partsOf(path)))
    return {
      path,
      top,
      depth: below.length + 1,
      tokens,
    }
  }, KEPT)
  const readName = remembering(name => {
    const ending = tokensOf('ending', [endingOf(name.toLowerCase())])
    return [...tokensOf('path', new Set(partsOf(name))), ...ending]
  }, KEPT)
  return remembering(path => {
    const end = path.lastIndexOf('/') + 1
    const folder = readFolder(path.slice(0, end))
    return { role: roleOf(path), folder, own: without(readName(path.slice(end)), folder.tokens) }
  }, KEPT)
}

const without = (own: readonly Token[], others: readonly Token[]): readonly Token[] =>
  own.some(token => has(others, token)) ? own.filter(token => !has(others, token)) : own

const has = (tokens: readonly Token[], { id }: Token): boolean => tokens.some(token => token.id === id)

/** Of a name without an ending the whole. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1) : name
}
