import type { Stretch } from '#kit/stretch.ts'
import { WordTable } from '#kit/word-table.ts'
import type { Entry, Lexicon } from './lexicon.ts'
import { partsOf } from './name-parts.ts'
import { scan } from './scan.ts'
import { type Family, SCALES, type Token, type Tokens } from './token.ts'

/** A word under the key that its forms share, and as its author wrote it; `said` is empty for a mere shape (a number, a link). */
export interface Word {
  key: string
  said: string
}

/** A word with what a lexicon knows about it, looked up when it is first met in each place where words stand. */
export class KnownWord {
  readonly entry: Entry
  readonly said: string
  /** What follows it in the same name. */
  readonly next: KnownWord | null
  private readonly lexicon: Lexicon
  private inTitle: Token | undefined
  private inBody: Token | undefined
  // Most words are met again and again, and most of them no lexicon knows: ids are at hand without a look at the token.
  private idInTitle = NOT_ASKED
  private idInBody = NOT_ASKED

  constructor({ key, said }: Word, lexicon: Lexicon, next: KnownWord | null = null) {
    this.entry = lexicon.entryOf(key)
    this.said = said
    this.next = next
    this.lexicon = lexicon
  }

  addAsTitle(tokens: Tokens): void {
    if (this.idInTitle === NOT_ASKED) {
      this.inTitle = this.as('title')
      this.idInTitle = this.inTitle.id
    }
    if (this.idInTitle >= 0) tokens.addOnce(this.idInTitle, SCALES.title, this.inTitle as Token)
  }

  addAsBody(tokens: Tokens): void {
    if (this.idInBody === NOT_ASKED) {
      this.inBody = this.as('body')
      this.idInBody = this.inBody.id
    }
    if (this.idInBody >= 0) tokens.addOnce(this.idInBody, SCALES.body, this.inBody as Token)
  }

  as(family: Family): Token {
    return this.lexicon.tokenOf(family, this.entry, this.said)
  }
}

const NOT_ASKED = -2

/** The words of a text in order, at most `limit`; names and numbers are replaced by their shape, names followed by their parts. */
export type ReadWords = (text: string, limit: number) => KnownWord[]

/** How many words are kept, as a power of two. */
const KEPT_BITS = 15

/** Words recur: each is read and looked up once. */
export function wordReader(lexicon: Lexicon): ReadWords {
  const chained = (raw: string) =>
    wordsIn(raw).reduceRight<KnownWord | null>((next, word) => new KnownWord(word, lexicon, next), null)
  const known = new WordTable(chained, KEPT_BITS)
  const [link, reference] = [LINK, REFERENCE].map(key => new KnownWord({ key, said: '' }, lexicon))
  return (text, limit) => {
    const words: KnownWord[] = []
    scan(text, stretch => {
      // Hardly one of these is like another.
      const shaped = isReference(stretch) ? reference : isLink(stretch) ? link : undefined
      for (let word = shaped ?? known.of(stretch); word; word = word.next) words.push(word)
      return words.length < limit
    })
    return words
  }
}

const LINK = '<url>'
const REFERENCE = '<ref>'

const codesOf = (text: string): number[] => Array.from(text, sign => sign.charCodeAt(0))
const [HASH, COLON] = codesOf('#:')
const HTTP = codesOf('http')

const isReference = ({ codes, from }: Stretch): boolean => codes[from] === HASH

/** Begins with `http:` or `https:`. */
const isLink = ({ codes, from, to }: Stretch): boolean =>
  codes[from] === HTTP[0] &&
  to - from > HTTP.length + 1 &&
  HTTP.every((code, at) => codes[from + at] === code) &&
  (codes[from + HTTP.length] === COLON || codes[from + HTTP.length + 1] === COLON)

function wordsIn(raw: string): Word[] {
  const words: Word[] = []
  addWord(words, raw)
  return words
}

const SHAPES: readonly [RegExp, string][] = [
  [/^http/, LINK],
  [/^#/, REFERENCE],
  [/^v?\d[^.]*\./, '<version>'],
  [/^\d/, '<number>'],
]
/** Camel case, snake case and the like: the name of something in the code. */
const NAME = /[a-z0-9][A-Z]|_|[A-Z]{2}[a-z]/

function addWord(words: Word[], raw: string): void {
  if (raw === '<email>') return
  if (/^[a-z]+$/.test(raw)) words.push({ key: stem(raw), said: raw })
  else if (/^[A-Z][a-z]+$/.test(raw)) addPart(words, raw.toLowerCase())
  else if (raw.startsWith('`')) addName(words, '<code>', raw)
  else addOddWord(words, raw)
}

function addOddWord(words: Word[], raw: string): void {
  const shape = SHAPES.find(([form]) => form.test(raw))
  if (shape) words.push({ key: shape[1], said: '' })
  else if (NAME.test(raw)) addName(words, '<name>', raw)
  else for (const part of raw.toLowerCase().replace('’', "'").split('-')) addPart(words, part)
}

function addPart(words: Word[], part: string): void {
  if (part.length > 1 || part === 'a') words.push({ key: stem(part), said: part })
}

function addName(words: Word[], shape: string, raw: string): void {
  words.push({ key: shape, said: '' })
  for (const part of partsOf(raw).slice(0, 4)) words.push({ key: stem(part), said: part })
}

/** Takes endings off so that fix, fixes, fixed and fixing meet. A key to look up by, not to show. */
export function stem(word: string): string {
  const bare = withoutEnding(word)
  return bare.length > 4 && bare.endsWith('e') ? bare.slice(0, -1) : bare
}

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
