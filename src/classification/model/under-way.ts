import type { Instant } from '#kit/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { Usual } from './usual.ts'

type Numbered = Pick<MergedPull, 'number' | 'mergedAt'>

/**
 * How long a repository's changes are under way, told by the numbers that were given out meanwhile: what is merged at once is seldom
 * what customers wait for. The number itself says nothing.
 */
export class UnderWay {
  #highest = 0
  #earliest: Instant = Number.POSITIVE_INFINITY
  readonly #usual = new Usual(1)
  readonly #overtaken = new Float64Array(1)

  add(pull: Numbered): void {
    if (pull.number === null) return
    if (this.#measure(pull)) this.#usual.add(this.#overtaken, 0)
    this.#highest = Math.max(this.#highest, pull.number)
    this.#earliest = Math.min(this.#earliest, pull.mergedAt)
  }

  /**
   * Writes how many numbers had overtaken a change's own when it was merged, as a logarithm, and how far that is from what is usual, to
   * two places from the given one on. Nothing is written where that is not known.
   */
  write(pull: Numbered, into: Float32Array, at: number): void {
    if (!this.#measure(pull)) return
    into[at] = this.#overtaken[0] as number
    this.#usual.away(this.#overtaken, 0, into, at + 1)
  }

  /** Histories are also read backwards: how far numbers had come before the earliest merge that is known, nobody knows. */
  #measure({ number, mergedAt }: Numbered): boolean {
    if (number === null || mergedAt < this.#earliest) return false
    this.#overtaken[0] = Math.log(1 + Math.max(0, this.#highest - number))
    return true
  }
}
