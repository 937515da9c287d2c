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
  /** In the lexicon that it was read with. */
  id: number
  family: Family
  /** 1, or the share of files it is true of. */
  value: number
  /** The author's own word; of a pair the first, of a fact or step the name of what it is about. */
  said: string
  /** The second word of a pair; else empty. */
  also: string
}

/** Collects tokens; what occurs twice counts once, and what has no id is unknown and passed over. */
export class Tokens {
  readonly all: Token[] = []
  private readonly byId = new Map<number, Token>()

  add(family: Family, id: number | undefined, said: string, also = ''): void {
    if (id !== undefined && !this.byId.has(id)) this.enter({ id, family, value: 1, said, also })
  }

  /** Of what is true of some files: the shares add up. */
  addShare(family: Family, id: number, said: string, share: number): void {
    const before = this.byId.get(id)
    if (before) before.value += share
    else this.enter({ id, family, value: share, said, also: '' })
  }

  private enter(token: Token): void {
    this.byId.set(token.id, token)
    this.all.push(token)
  }
}
