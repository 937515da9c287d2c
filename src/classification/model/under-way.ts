import type { Instant } from '#kit/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { Usual } from './usual.ts'

type Numbered = Pick<MergedPull, 'number' | 'mergedAt'>

/** When more steps are known the earliest half is forgotten. */
const STEPS_KEPT = 10_000

/**
 * How long a repository's changes are under way, told by the numbers that were given out meanwhile: what is merged at once is seldom
 * what customers wait for. The number itself says nothing. Merges may be added in any order.
 */
export class UnderWay {
  /** The merges with a higher number than all earlier ones, the earliest first. */
  readonly #steps: { number: number; at: Instant }[] = []
  readonly #usual = new Usual(1)
  readonly #overtaken = new Float64Array(1)

  add(pull: Numbered): void {
    if (pull.number === null) return
    if (this.#measure(pull)) this.#usual.add(this.#overtaken, 0)
    this.#step(pull.number, pull.mergedAt)
  }

  #step(number: number, at: Instant): void {
    const place = this.#stepsUntil(at)
    if ((this.#steps[place - 1]?.number ?? 0) >= number) return
    let higher = place
    while ((this.#steps[higher]?.number ?? Number.POSITIVE_INFINITY) <= number) higher++
    this.#steps.splice(place, higher - place, { number, at })
    if (this.#steps.length > STEPS_KEPT) this.#steps.splice(0, STEPS_KEPT / 2)
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

  /** How far numbers had come before the earliest merge that is known, nobody knows. */
  #measure({ number, mergedAt }: Numbered): boolean {
    const highest = this.#steps[this.#stepsUntil(mergedAt) - 1]
    if (number === null || !highest) return false
    this.#overtaken[0] = Math.log(1 + Math.max(0, highest.number - number))
    return true
  }

  /** How many steps were taken by then; most often all. */
  #stepsUntil(now: Instant): number {
    let [from, to] = [0, this.#steps.length]
    while (from < to) {
      const middle = to === this.#steps.length ? to - 1 : (from + to) >> 1
      if ((this.#steps[middle] as { at: Instant }).at <= now) from = middle + 1
      else to = middle
    }
    return from
  }
}
