import { readTitle, type TitleParts } from '../signals/title.ts'
import type { PairFamily } from './lexicon.ts'
import type { Tokens } from './token.ts'
import { partsOf, stem, type Word, wordsOf } from './words.ts'

const TITLE_WORDS = 40
const BODY_WORDS = 220
const BODY_PAIRS = 60
const POINTS = 12

export function addTitle(tokens: Tokens, { scope, text }: TitleParts): void {
  const words = wordsOf(text, TITLE_WORDS)
  for (const { key, said } of words) tokens.add('title', key, said)
  addPairs(tokens, 'pair', words)
  const [first] = words
  if (first) tokens.add('first', first.key, first.said)
  const last = words.length > 1 ? words.at(-1) : undefined
  if (last) tokens.add('last', last.key, last.said)
  for (const part of partsOf(scope ?? '')) tokens.add('scope', stem(part), part)
}

function addPairs(tokens: Tokens, family: PairFamily, words: readonly Word[]): void {
  let before: Word | undefined
  for (const word of words) {
    if (before) tokens.addPair(family, before, word)
    before = word
  }
}

/** `prose` is the description without its code blocks. */
export function addBody(tokens: Tokens, prose: string): void {
  const words = wordsOf(prose, BODY_WORDS)
  for (const { key, said } of words) tokens.add('body', key, said)
  addPairs(tokens, 'body-pair', words.slice(0, BODY_PAIRS))
  for (const point of pointsOf(prose).slice(0, POINTS)) {
    const { type, text } = readTitle(point)
    const [first] = type === null ? wordsOf(text, 1) : [{ key: type, said: type }]
    if (first) tokens.add('point', first.key, first.said)
  }
}

/** The beginnings of the lines of a list. */
export const pointsOf = (prose: string): string[] =>
  [...prose.matchAll(/^\s*[*-] +(.{3,80})/gm)].map(found => found[1] ?? '')
