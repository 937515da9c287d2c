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

const SCALES = Object.fromEntries(
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

/**
 * Collects the tokens of one pull request after the other. What occurs twice counts once; what is unknown is passed over. To begin the
 * next costs nothing: places of an earlier one are known by lying before its start.
 */
export class Tokens {
  all: Token[] = []
  /** By place among `all`: 1, or the share of files it is true of. */
  values: number[] = []
  /** By id. */
  private places = new Int32Array(1_024)
  private start = 1

  begin(): void {
    this.start += this.all.length
    if (this.start > FURTHEST) {
      this.places.fill(0)
      this.start = 1
    }
    this.all = []
    this.values = []
  }

  add(token: Token): void {
    if (token.id >= 0 && this.placeOf(token) < 0) this.enter(token, 1)
  }

  /** Of what is true of some files: the shares add up. */
  addShare(token: Token, share: number): void {
    const place = this.placeOf(token)
    if (place < 0) this.enter(token, share)
    else this.values[place] = (this.values[place] as number) + share
  }

  /** Below zero for what was not met yet. */
  private placeOf({ id }: Token): number {
    return (this.places[id] ?? 0) - this.start
  }

  private enter(token: Token, value: number): void {
    if (token.id >= this.places.length) this.makeRoom(token.id)
    this.places[token.id] = this.start + this.all.length
    this.all.push(token)
    this.values.push(value)
  }

  private makeRoom(id: number): void {
    const wider = new Int32Array(2 * id)
    wider.set(this.places)
    this.places = wider
  }
}
