import type { MergedPull } from '#pulls/pull-request.ts'
import type { Copy } from '../pitch.ts'

/** What is wrong with the copy, in words that complete "its words …"; null where nothing is. */
export type Check = (copy: Copy, source: Source) => string | null

const SPAN = /`([^`]*)`/g

/** The texts in code spans. */
export const codeSpans = (text: string): string[] => [...text.matchAll(SPAN)].map(([, code = '']) => code)

/** The text with its code spans blanked out. */
export const withoutCode = (text: string): string => text.replace(SPAN, '` `')

/** All that copy may draw on, read for the checks. */
export interface Source {
  /** Lower case, everything. */
  text: string
  /** What leads: the title and the team's own note. */
  lead: string
  /** Words in lower case with their parts and stems: `exportDialog.tsx` also gives `export` and `dialog`. */
  words: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** The copy is in a language of which no grammar is known here: names in it are those that no language spells like a word. */
  isForeign?: boolean
}

type Told = Pick<MergedPull, 'title' | 'body' | 'labels' | 'files' | 'fragments' | 'commits'>

/** `note` is the team's own one, `vocabulary` the account's guide to its voice and what surrounds the pull request. */
export function sourceOf(pull: Told, note: string, vocabulary: string): Source {
  const { title, body, labels, files, fragments, commits } = pull
  const written = [title, note, body, vocabulary, ...labels, ...commits, ...fragments.map(one => one.text)]
  const text = [...written, ...files.map(file => file.path)].join('\n')
  return {
    text: text.toLowerCase(),
    lead: `${title}\n${note}`.toLowerCase(),
    words: new Set(wordsOf(text).flatMap(word => [word, ...partsOf(word)].flatMap(formsOf))),
    numbers: new Set(numbersIn(text)),
  }
}

const WORD = /[\p{L}\p{N}]+(?:['’.&+#_-][\p{L}\p{N}]+)*/gu

export const wordsOf = (text: string): string[] => text.match(WORD) ?? []

/** What a word is put together from: at dots, hyphens and inner capitals. */
export const partsOf = (word: string): string[] =>
  word
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})|(\p{N})(\p{L})/gu, '$1$3 $2$4')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '')

const formsOf = (word: string): string[] => [word.toLowerCase(), stemOf(word)]

/** Near enough to see that two forms are of one word: "Exports", "exporting", "exported". */
export const stemOf = (word: string): string =>
  word
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/(?<=\w{3})(?:ies|ied)$/, 'y')
    .replace(/(?<=\w{2})(?:ing|ed|es|s|e)$/, '')
    .replace(/([bdfglmnprt])\1$/, '$1')

/** Numbers without their thousands' separators. */
export const numbersIn = (text: string): string[] =>
  (text.match(/\d+(?:[.,]\d+)*/g) ?? []).flatMap(number => {
    const plain = number.replace(/,(?=\d{3}(?!\d))/g, '')
    return [plain, ...(plain.includes('.') ? plain.split('.') : [])]
  })

/** Does the source know the word, in whatever form? */
export const knows = ({ words }: Source, word: string): boolean =>
  words.has(word.toLowerCase()) || words.has(stemOf(word))
