import { remembering } from '#kit/remembering.ts'
import { placeOf, type Role } from '../paths/role.ts'
import { roleOf } from '../paths/role-of.ts'
import type { Lexicon } from './lexicon.ts'
import { partsOf } from './words.ts'

/** What a path says on its own. */
export interface KnownPath {
  role: Role
  /** Of the role among `ROLES`. */
  place: number
  /** Of its words and its ending those that the lexicon knows. */
  tokens: readonly PathToken[]
  folder: string
  top: string
  depth: number
}

interface PathToken {
  family: 'path' | 'ending'
  id: number
  said: string
}

export type ReadPath = (path: string) => KnownPath

const PATHS_KEPT = 20_000

/** Paths recur between the changes of a repository, and folders between its paths: each is read and looked up once. */
export function pathReader(lexicon: Lexicon): ReadPath {
  const tokensOf = (family: PathToken['family'], words: readonly string[]): PathToken[] =>
    words.flatMap(said => {
      const id = lexicon.idOf(family, lexicon.entryOf(said))
      return id === undefined ? [] : [{ family, id, said }]
    })
  const readFolder = remembering(folder => {
    const words = [...new Set(partsOf(folder))]
    return { words, tokens: tokensOf('path', words) }
  }, PATHS_KEPT)
  return remembering(path => {
    const folders = path.split('/')
    const name = folders.at(-1) ?? ''
    const folder = path.slice(0, path.length - name.length)
    const { words, tokens } = readFolder(folder)
    const own = partsOf(name).filter((word, at, all) => !words.includes(word) && all.indexOf(word) === at)
    const role = roleOf(path)
    return {
      role,
      place: placeOf(role),
      tokens: [...tokens, ...tokensOf('path', own), ...tokensOf('ending', [endingOf(name.toLowerCase())])],
      folder,
      top: folders[0] ?? '',
      depth: folders.length,
    }
  }, PATHS_KEPT)
}

/** Of a name without an ending the whole. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1) : name
}
