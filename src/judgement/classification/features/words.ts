import { memoize } from '#platform/cache.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

export interface Word {
  /** Where it stands and its stem: `title:pin`. */
  name: string
  source: 'title' | 'body' | 'path'
  /** The word as its author wrote it, in lower case. */
  text: string
  /** 1, or the share of the files that have the word in their path. */
  value: number
}

const TITLE_WORDS = 40
const BODY_WORDS = 220
const FILES_READ = 40

/** The words of a title, a description and the changed paths, each once. */
export function featureWordsOf(title: string, prose: string, files: MergedPull['files']): Word[] {
  const found = new Map<string, Word>()
  const add = (source: Word['source'], text: string, share: number) => {
    const name = `${source}:${stemOf(text)}`
    const known = found.get(name)
    if (known === undefined) found.set(name, { name, source, text, value: share })
    else if (source === 'path') known.value += share
  }
  for (const text of split(title).slice(0, TITLE_WORDS)) add('title', text, 1)
  for (const text of split(prose).slice(0, BODY_WORDS)) add('body', text, 1)
  const read = files.slice(0, FILES_READ)
  for (const { path } of read) for (const text of new Set(splitPath(path))) add('path', text, 1 / read.length)
  return [...found.values()]
}

/** Words of ASCII letters, camel case taken apart. */
const split = (text: string): string[] =>
  text
    .replace(/https?:\S+|<email>/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]{2,19}/g) ?? []

const PATHS_KEPT = 20_000
const splitPath = memoize(split, PATHS_KEPT)

const STEMS_KEPT = 50_000

/** Takes endings off so that fix, fixes, fixed and fixing meet. A key to look up by, not to show. */
export const stemOf = memoize(word => {
  const bare = withoutEnding(word)
  return bare.length > 4 && bare.endsWith('e') ? bare.slice(0, -1) : bare
}, STEMS_KEPT)

function withoutEnding(word: string): string {
  const { length } = word
  if (length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (length > 5 && word.endsWith('ing')) return undoubled(word.slice(0, -3))
  if (length > 4 && word.endsWith('ed')) return undoubled(word.slice(0, -2))
  if (length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

const undoubled = (word: string): string =>
  word.length > 3 && /([^sl])\1$/.test(word) ? word.slice(0, -1) : word
