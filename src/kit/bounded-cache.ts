interface Held<V> {
  value: V
  cost: number
}

/** Keeps values up to a total cost; what was not asked for the longest goes first. A value dearer than the whole is not kept. */
export class BoundedCache<V> {
  readonly #held = new Map<string, Held<V>>()
  readonly #budget: number
  #spent = 0

  constructor(budget: number) {
    this.#budget = budget
  }

  get spent(): number {
    return this.#spent
  }

  get(key: string): V | undefined {
    const held = this.#held.get(key)
    if (!held) return undefined
    // A Map remembers the order of insertion: what is put back counts as asked for last.
    this.#held.delete(key)
    this.#held.set(key, held)
    return held.value
  }

  set(key: string, value: V, cost: number): void {
    this.delete(key)
    if (cost > this.#budget) return
    this.#held.set(key, { value, cost })
    this.#spent += cost
    for (const oldest of this.#held.keys()) {
      if (this.#spent <= this.#budget) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const held = this.#held.get(key)
    if (!held) return
    this.#held.delete(key)
    this.#spent -= held.cost
  }
}
