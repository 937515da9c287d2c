import { readTitle, type TitleParts } from '../signals/title.ts'
import type { Lexicon, PairFamily } from './lexicon.ts'
import type { Tokens } from './token.ts'
import { type KnownWord, partsOf, type ReadWords, stem } from './words.ts'

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
  for (const { entry, said } of words) tokens.add('title', lexicon.idOf('title', entry), said)
  addPairs(tokens, 'pair', words, lexicon)
  const [first] = words
  if (first) tokens.add('first', lexicon.idOf('first', first.entry), first.said)
  const last = words.length > 1 ? words.at(-1) : undefined
  if (last) tokens.add('last', lexicon.idOf('last', last.entry), last.said)
  for (const part of partsOf(scope ?? ''))
    tokens.add('scope', lexicon.idOf('scope', lexicon.entryOf(stem(part))), part)
}

function addPairs(tokens: Tokens, family: PairFamily, words: readonly KnownWord[], lexicon: Lexicon): void {
  let before: KnownWord | undefined
  for (const word of words) {
    if (before) tokens.add(family, lexicon.idOfPair(family, before.entry, word.entry), before.said, word.said)
    before = word
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
  for (const { entry, said } of words) tokens.add('body', lexicon.idOf('body', entry), said)
  addPairs(tokens, 'body-pair', words.slice(0, BODY_PAIRS), lexicon)
  for (const point of points.slice(0, POINTS)) {
    const { type, text } = readTitle(point)
    const [first] = type === null ? wordsOf(text, 1) : [{ entry: lexicon.entryOf(type), said: type }]
    if (first) tokens.add('point', lexicon.idOf('point', first.entry), first.said)
  }
}

/** The beginnings of the lines of a list. */
export const pointsOf = (prose: string): string[] =>
  [...prose.matchAll(/^\s*[*-] +(.{3,80})/gm)].map(found => found[1] ?? '')
