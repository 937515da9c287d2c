import { type TitleParts, takeApart } from '../signals/title.ts'
import type { Lexicon, PairFamily } from './lexicon.ts'
import { partsOf } from './name-parts.ts'
import { type Tokens, tokenOf } from './token.ts'
import { KnownWord, type ReadWords, stem } from './words.ts'

const TITLE_WORDS = 40
const BODY_WORDS = 220
const BODY_PAIRS = 60
const POINTS = 12

/** What the tokens of a text are read with. */
export interface Means {
  lexicon: Lexicon
  wordsOf: ReadWords
}

export function addTitle(tokens: Tokens, { scope, text }: TitleParts, { lexicon, wordsOf }: Means): void {
  const words = wordsOf(text, TITLE_WORDS)
  for (const word of words) word.addAsTitle(tokens)
  addPairs(tokens, 'pair', words, lexicon)
  const [first] = words
  if (first) tokens.add(first.as('first'))
  const last = words.length > 1 ? words.at(-1) : undefined
  if (last) tokens.add(last.as('last'))
  if (scope === null) return
  for (const part of partsOf(scope))
    tokens.add(new KnownWord({ key: stem(part), said: part }, lexicon).as('scope'))
}

function addPairs(tokens: Tokens, family: PairFamily, words: readonly KnownWord[], lexicon: Lexicon): void {
  const pairs = lexicon.pairs[family]
  for (let at = 1; at < words.length; at++) {
    const before = words[at - 1] as KnownWord
    const word = words[at] as KnownWord
    const id = pairs.idOf(before.entry, word.entry)
    if (id >= 0) tokens.add(tokenOf(id, family, before.said, word.said))
  }
}

/** `prose` is the description without its code blocks, `points` are the lines of its lists. */
export function addBody(
  tokens: Tokens,
  prose: string,
  points: readonly string[],
  { lexicon, wordsOf }: Means,
): void {
  const words = wordsOf(prose, BODY_WORDS)
  for (const word of words) word.addAsBody(tokens)
  addPairs(tokens, 'body-pair', words.slice(0, BODY_PAIRS), lexicon)
  for (const point of points.slice(0, POINTS)) {
    const { type, text } = takeApart(point)
    const [first] = type === null ? wordsOf(text, 1) : [new KnownWord({ key: type, said: type }, lexicon)]
    if (first) tokens.add(first.as('point'))
  }
}

const POINT = /^[^\S\n\r\u2028\u2029]*[*-] +(.{3,80})/gm

/** The beginnings of the lines of a list. `matchAll` would build the pattern anew for each description. */
export function pointsOf(prose: string): string[] {
  const points: string[] = []
  POINT.lastIndex = 0
  for (let found = POINT.exec(prose); found; found = POINT.exec(prose)) points.push(found[1] ?? '')
  return points
}
