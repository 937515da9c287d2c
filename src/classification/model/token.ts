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

/** One thing that pull requests say or have, shared by those that do. Its name, `family:key`, is what the model knows it by. */
export interface Token {
  /** In the lexicon that it was read with; below zero for what that does not know. */
  id: number
  family: Family
  /** What its value is multiplied by for networks, by its family. */
  scale: number
  /** The author's own word; of a pair the first, of a fact or step the name of what it is about. */
  said: string
  /** The second word of a pair; else empty. */
  also: string
}

export const SCALES = Object.fromEntries(
  Object.entries(FAMILIES).map(([family, scale]) => [family, Math.fround(scale)]),
) as Record<Family, number>

export const tokenOf = (id: number, family: Family, said: string, also = ''): Token => ({
  id,
  family,
  scale: SCALES[family],
  said,
  also,
})

/** Lists begin anew this often before places are counted from one again. */
const FURTHEST = 2 ** 30

/** The tokens of one pull request, side by side. */
export interface Collected {
  ids: readonly number[]
  /** What each counts, as networks are given it: the scale of its family, or as much of that as the share of files that it is true of. */
  values: readonly number[]
  tokens: readonly Token[]
}

/**
 * Collects the tokens of one pull request after the other. What occurs twice counts once. To begin the
 * next costs nothing: places of an earlier one are known by lying before its start.
 */
export class Tokens {
  // Used again for each pull request, and copied for whoever wants to keep them.
  private readonly ids: number[] = []
  private readonly values: number[] = []
  private readonly tokens: Token[] = []
  private count = 0
  /** By id. */
  private places = new Int32Array(1_024)
  private start = 1

  begin(): void {
    this.start += this.count
    this.count = 0
    if (this.start > FURTHEST) {
      this.places.fill(0)
      this.start = 1
    }
  }

  /** Passes over a token that is not known, as the others leave to whoever calls them. */
  add(token: Token): void {
    if (token.id >= 0) this.addOnce(token.id, token.scale, token)
  }

  /** The same for whoever knows the token's id and scale: tokens are many, and to look into each takes longer than to collect it. */
  addOnce(id: number, scale: number, token: Token): void {
    if (this.placeOf(id) < 0) this.enter(id, scale, token)
  }

  /** Of what is true of some files: the shares add up. */
  addShare(token: Token, share: number): void {
    const place = this.placeOf(token.id)
    const value = share * token.scale
    if (place < 0) this.enter(token.id, value, token)
    else this.values[place] = (this.values[place] as number) + value
  }

  collected(): Collected {
    const { count } = this
    return {
      ids: this.ids.slice(0, count),
      values: this.values.slice(0, count),
      tokens: this.tokens.slice(0, count),
    }
  }

  /** Below zero for what was not met yet. */
  private placeOf(id: number): number {
    return (this.places[id] ?? 0) - this.start
  }

  private enter(id: number, value: number, token: Token): void {
    if (id >= this.places.length) this.makeRoom(id)
    const place = this.count++
    this.places[id] = this.start + place
    this.ids[place] = id
    this.values[place] = value
    this.tokens[place] = token
  }

  private makeRoom(id: number): void {
    const wider = new Int32Array(2 * id)
    wider.set(this.places)
    this.places = wider
  }
}
