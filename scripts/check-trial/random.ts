/** Random choices that are the same at each run (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  pick<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.next() * all.length)]
  }

  shuffled<T>(all: readonly T[]): T[] {
    return all
      .map(one => ({ one, at: this.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one)
  }
}
