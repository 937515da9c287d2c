import type { Instant } from '#kit/clock.ts'

/** What was done so long ago counts a third in what was done of late. */
const LATELY_MS = 14 * 24 * 60 * 60 * 1000

/** A power of two, so that a key becomes a place by cutting bits off. */
const SMALLEST = 64

/** What is counted of a thing stands side by side: merges, the sum of their leans, how many there were of late, and when the last was. */
const COUNTS = 4
const [MERGES, LEANS, LATELY, AT] = [0, 1, 2, 3] as const

/**
 * How many merges had each thing of one kind, and how they leant. A Map of objects would lie in six pieces of memory for each thing, and a
 * merge is measured by some thirty of them.
 */
export class ThingCounts {
  #keys = new Int32Array(SMALLEST)
  #counts = new Float64Array(COUNTS * SMALLEST)
  #size = 0

  /** How many things there are. */
  get size(): number {
    return this.#size
  }

  /** Where a thing stands until others are counted; of one that is not known all counts there are zero. */
  placeOf(key: number): number {
    const keys = this.#keys
    const mask = keys.length - 1
    let place = mixed(key) & mask
    while (keys[place] !== key && this.mergesAt(place) > 0) place = (place + 1) & mask
    return place
  }

  mergesAt(place: number): number {
    return this.#counts[COUNTS * place + MERGES] as number
  }

  leansAt(place: number): number {
    return this.#counts[COUNTS * place + LEANS] as number
  }

  /** How many merges there were of late. Histories are also read backwards. */
  latelyAt(place: number, now: Instant): number {
    const away = Math.abs(now - (this.#counts[COUNTS * place + AT] as number))
    return (this.#counts[COUNTS * place + LATELY] as number) * Math.exp(-away / LATELY_MS)
  }

  /** One more merge that has the thing. */
  count(key: number, lean: number, at: Instant): void {
    const place = this.placeOf(key)
    const from = COUNTS * place
    const counts = this.#counts
    if (this.mergesAt(place) === 0) this.#size++
    this.#keys[place] = key
    counts[from + LATELY] = this.latelyAt(place, at) + 1
    counts[from + AT] = at
    counts[from + MERGES] = this.mergesAt(place) + 1
    counts[from + LEANS] = this.leansAt(place) + lean
    if (2 * this.#size > this.#keys.length) this.#keep(2 * this.#keys.length, 1)
  }

  /** All count half, and what is left of less than one merge is forgotten. */
  fade(): void {
    this.#keep(this.#keys.length, 0.5)
  }

  /** Puts things into so many places, their merges and leans taken times `share`. */
  #keep(places: number, share: number): void {
    const [keys, counts] = [this.#keys, this.#counts]
    this.#keys = new Int32Array(places)
    this.#counts = new Float64Array(COUNTS * places)
    this.#size = 0
    for (let at = 0; at < keys.length; at++) {
      const from = COUNTS * at
      const merges = share * (counts[from + MERGES] as number)
      if (merges < 1) continue
      const key = keys[at] as number
      const to = COUNTS * this.placeOf(key)
      this.#keys[to / COUNTS] = key
      this.#counts[to + MERGES] = merges
      this.#counts[to + LEANS] = share * (counts[from + LEANS] as number)
      this.#counts[to + LATELY] = counts[from + LATELY] as number
      this.#counts[to + AT] = counts[from + AT] as number
      this.#size++
    }
  }
}

/** Keys differ least where they are cut. */
function mixed(key: number): number {
  const spread = Math.imul(key, 0x9e3779b1)
  return spread ^ (spread >>> 15)
}
