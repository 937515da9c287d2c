import type { Lexicon, PairFamily } from './lexicon.ts'
import type { Word } from './words.ts'

/** The families of tokens, by where they stand; how much one token of a family may move a decision while learning. */
export const FAMILIES = {
  fact: 0.5,
  title: 1,
  pair: 0.7,
  first: 1,
  last: 0.5,
  scope: 0.7,
  body: 0.3,
  'body-pair': 0.2,
  point: 0.5,
  path: 1,
  ending: 1,
  step: 0.3,
} as const
export type Family = keyof typeof FAMILIES

/** One thing a pull request says or has. Its name, `family:key`, is what the model knows it by. */
export interface Token {
  family: Family
  /** 1, or the share of files it is true of. */
  value: number
  /** The author's own word; of a pair the first. */
  said: string
  /** The second word of a pair; else empty. */
  also: string
}

/** Collects the tokens that a lexicon knows, by their ids; what occurs twice counts once. */
export class Tokens {
  readonly byId = new Map<number, Token>()
  private readonly lexicon: Lexicon

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon
  }

  add(family: Family, key: string, said: string): void {
    const id = this.lexicon.idOf(family, key)
    if (id !== undefined && !this.byId.has(id)) this.byId.set(id, { family, value: 1, said, also: '' })
  }

  addPair(family: PairFamily, before: Word, after: Word): void {
    const id = this.lexicon.idOfPair(family, before.key, after.key)
    if (id !== undefined && !this.byId.has(id))
      this.byId.set(id, { family, value: 1, said: before.said, also: after.said })
  }

  /** Of what is true of some files: the shares add up. */
  addShare(family: Family, key: string, share: number): void {
    const id = this.lexicon.idOf(family, key)
    if (id === undefined) return
    const before = this.byId.get(id)
    if (before) before.value += share
    else this.byId.set(id, { family, value: share, said: key, also: '' })
  }
}
