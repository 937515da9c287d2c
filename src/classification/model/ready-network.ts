import { type Inputs, type Network, NUMBER_SCALE } from './network.ts'
import { Vectors } from './vectors.ts'

/** What each token and each number adds to the first answer, in log-odds. */
export interface Shares {
  tokens: number[]
  numbers: number[]
}

/**
 * A network that can be asked. All its weights are vectors: those of tokens and numbers as long as there are hidden units, one longer for
 * the straight way; the bias; and for each head one that the hidden units are multiplied by.
 */
export class ReadyNetwork {
  readonly #network: Network
  readonly #vectors: Vectors
  /** Which vectors belong to numbers, and which to heads. */
  readonly #ofNumbers: readonly number[]
  readonly #ofHeads: readonly number[]
  readonly #bias: number
  /** Of the first answer. */
  readonly #slope: Float32Array
  /** What each number is where the bias holds what it adds. */
  #rest: readonly number[] = []

  /** Rows may have more `ids` than the network has tokens: those beyond count nothing. */
  constructor(network: Network, ids = network.tokenDirect.values.length) {
    const { hidden, token, tokenDirect, number, hiddenBias, out, outBias } = network
    const numbers = number.values.length / hidden
    const heads = outBias.values.length
    this.#network = network
    this.#ofNumbers = Array.from({ length: numbers }, (_, d) => ids + d)
    this.#ofHeads = Array.from({ length: heads }, (_, head) => ids + numbers + head)
    this.#bias = ids + numbers + heads
    this.#vectors = new Vectors(this.#bias + 1, hidden + 1)
    this.#vectors.write(token, 1, hidden, 0)
    this.#vectors.write(tokenDirect, 1, 1, 0, hidden)
    this.#vectors.write(number, NUMBER_SCALE, hidden, ids)
    this.#vectors.write(out, 1, hidden, ids + numbers)
    this.#vectors.write(hiddenBias, 1, hidden, this.#bias)
    this.#slope = this.#vectors.at(ids + numbers)
    if (heads > 0) this.#slope[hidden] = 1
  }

  /** Adds to each vector in the list the one before it, so that the last stands for all. */
  gather(ids: readonly number[]): void {
    for (let at = 1; at < ids.length; at++) this.#addTo(ids[at] as number, ids[at - 1] as number, 1)
  }

  /** Puts into the bias what the numbers add where they are these; from then on only how far they are from that is added. */
  rest(numbers: readonly number[]): void {
    this.#rest = numbers
    for (const [d, value] of numbers.entries()) this.#addTo(this.#bias, this.#ofNumbers[d] ?? 0, value)
  }

  #addTo(vector: number, other: number, times: number): void {
    const [to, from] = [this.#vectors.at(vector), this.#vectors.at(other)]
    for (let j = 0; j < to.length; j++) to[j] = (to[j] as number) + times * (from[j] as number)
  }

  /** The answer of every head, in their order. */
  logOddsOf(row: Inputs): number[] {
    this.#addAll(row)
    return this.answers()
  }

  /** The same, with what each part adds to the first: with the same units above zero that is a plain sum. */
  explained(row: Inputs): { answers: number[]; shares: Shares } {
    const { hidden } = this.#network
    const answers = this.logOddsOf(row)
    const units = this.#vectors.sum()
    for (let j = 0; j < units.length; j++)
      units[j] = (units[j] as number) > 0 ? (this.#slope[j] as number) : 0
    units[hidden] = 1
    const shares = { tokens: row.values.slice(), numbers: row.numbers.slice() }
    this.#vectors.multiply(row.ids, shares.tokens)
    this.#vectors.multiply(this.#ofNumbers, shares.numbers)
    return { answers, shares }
  }

  // The same a token at a time, for whoever has no row yet.

  begin(): void {
    this.#vectors.begin()
    this.#vectors.add(this.#bias, 1)
  }

  add(id: number, value: number): void {
    this.#vectors.add(id, value)
  }

  answers(): number[] {
    const { hidden, outBias } = this.#network
    const sums = this.#vectors.sum()
    for (let j = 0; j < hidden; j++) sums[j] = Math.max(0, sums[j] as number)
    const answers = this.#ofHeads.map(() => 1)
    this.#vectors.multiply(this.#ofHeads, answers)
    for (let head = 0; head < answers.length; head++)
      answers[head] = (answers[head] as number) + (outBias.values[head] ?? 0) * outBias.step
    return answers
  }

  #addAll({ ids, values, numbers }: Inputs): void {
    this.begin()
    for (let q = 0; q < ids.length; q++) this.#vectors.add(ids[q] as number, values[q] as number)
    for (let d = 0; d < numbers.length; d++) {
      const away = (numbers[d] as number) - (this.#rest[d] ?? 0)
      if (away !== 0) this.#vectors.add(this.#ofNumbers[d] as number, away)
    }
  }
}
