/** Beyond this many deviations from the usual a number is no further from it. */
const STRAY = 5
/** Added to every deviation: where all are alike, little is no exception. */
const EASE = 0.1

/** Means and deviations of numbers that come one row after the other; before the first of them nothing is far from the usual. */
export class Usual {
  #rows = 0
  readonly #sums: Float64Array
  readonly #squares: Float64Array

  constructor(size: number) {
    this.#sums = new Float64Array(size)
    this.#squares = new Float64Array(size)
  }

  /** The numbers of a row from the given place on. */
  add(row: Float64Array, from: number): void {
    this.#rows++
    for (let d = 0; d < this.#sums.length; d++) {
      const value = row[from + d] as number
      this.#sums[d] = (this.#sums[d] as number) + value
      this.#squares[d] = (this.#squares[d] as number) + value * value
    }
  }

  /** Writes how many deviations each is from its mean, from the given places on. */
  away(row: Float64Array, from: number, into: Float32Array, to: number): void {
    if (this.#rows === 0) return
    for (let d = 0; d < this.#sums.length; d++) {
      const mean = (this.#sums[d] as number) / this.#rows
      const deviation = Math.sqrt(Math.max(0, (this.#squares[d] as number) / this.#rows - mean * mean))
      const away = ((row[from + d] as number) - mean) / (deviation + EASE)
      into[to + d] = Math.max(-STRAY, Math.min(STRAY, away))
    }
  }
}
