import { FNV_BASIS, fnv } from '#kit/fnv.ts'
import { isSmall, LOWER } from '#kit/letters.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type PlacedPath, pathsOf } from '../paths/placed.ts'

/** What of a change stands against its repository's other changes. */
export const KINDS = ['folder', 'root', 'file', 'word', 'pair'] as const

/**
 * A change as the things in it, kind by kind and each once; by the hashes of their names, for a repository has tens of thousands of them.
 */
export type Things = readonly (readonly number[])[]

/** From a merge with more files these tell enough. */
const FILES_READ = 200
/** A title with more words is none. */
const WORDS_READ = 100

/** In the order of `KINDS`. */
export function thingsIn({ title, files }: Pick<MergedPull, 'title' | 'files'>): Things {
  const folders: number[] = []
  const roots: number[] = []
  const paths: number[] = []
  const changed = pathsOf(files)
  for (let at = 0; at < changed.length && at < FILES_READ; at++) {
    const { key, rootKey, folder } = changed[at] as PlacedPath
    addOnce(paths, key)
    addOnce(folders, folder.key)
    addOnce(roots, rootKey)
  }
  return [folders, roots, paths, ...wordsIn(title)]
}

/** Most changes have a handful of things, for which a Set would take longer to make than to go through. */
function addOnce(keys: number[], key: number): void {
  if (!keys.includes(key)) keys.push(key)
}

/** The words in a title, of ASCII letters in either case, and the pairs of neighbours. */
function wordsIn(title: string): [words: number[], pairs: number[]] {
  const words: number[] = []
  const pairs: number[] = []
  let read = 0
  let word = FNV_BASIS
  let pair = FNV_BASIS
  let isInside = false
  for (let at = 0; at <= title.length && read < WORDS_READ; at++) {
    const code = (at < title.length ? title.charCodeAt(at) : 0) | LOWER
    if (isSmall(code)) {
      word = fnv(word, code)
      pair = fnv(pair, code)
      isInside = true
    } else if (isInside) {
      addOnce(words, word)
      if (read++ > 0) addOnce(pairs, pair)
      pair = fnv(word, SPACE)
      word = FNV_BASIS
      isInside = false
    }
  }
  return [words, pairs]
}

const SPACE = 32
