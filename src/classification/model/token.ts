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

/** Collects tokens by name; what occurs twice counts once. */
export class Tokens {
  readonly byName = new Map<string, Token>()
  private readonly known: ReadonlyMap<string, unknown> | undefined

  /** With `known` given, passes over names that are not in it. */
  constructor(known?: ReadonlyMap<string, unknown>) {
    this.known = known
  }

  add(family: Family, key: string, said: string, also = ''): void {
    const name = `${family}:${key}`
    if (this.known?.has(name) === false || this.byName.has(name)) return
    this.byName.set(name, { family, value: 1, said, also })
  }

  /** Of what is true of some files: the shares add up. */
  addShare(family: Family, key: string, share: number): void {
    const name = `${family}:${key}`
    const before = this.byName.get(name)
    if (before) before.value += share
    else if (this.known?.has(name) !== false)
      this.byName.set(name, { family, value: share, said: key, also: '' })
  }
}
