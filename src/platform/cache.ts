/**
 * The same function, with its answers kept: for what is asked about the same few texts again and again. At the limit it forgets them
 * all, so that memory stays bounded. What it answers is shared and must not be changed.
 */
export function memoize<T extends string | object>(
  answer: (text: string) => T,
  limit: number,
): (text: string) => T {
  const answers = new Map<string, T>()
  return text => {
    const known = answers.get(text)
    if (known !== undefined) return known
    if (answers.size >= limit) answers.clear()
    const fresh = answer(text)
    answers.set(text, fresh)
    return fresh
  }
}

/** Made when it is first asked for, and then kept. What failed is tried again by the next who asks. */
export function memoizeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}

/** The same function, whose answer under way serves all who ask for it meanwhile. A failure is told to all of them, and not kept. */
export function singleFlight<T>(find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return key => {
    const known = underWay.get(key)
    if (known) return known
    const finding = find(key).finally(() => underWay.delete(key))
    underWay.set(key, finding)
    return finding
  }
}

interface Held<V> {
  value: V
  cost: number
  /** Asked for since eviction last passed by. */
  wanted: boolean
}

/**
 * Keeps values up to a total cost. What was asked for since eviction last came by gets a second chance, so that asking is no
 * more than a look-up. A value dearer than the whole is not kept.
 */
export class BoundedCache<V> {
  readonly #held = new Map<string, Held<V>>()
  readonly #budget: number
  #spent = 0

  constructor(budget: number) {
    this.#budget = budget
  }

  get(key: string): V | undefined {
    const held = this.#held.get(key)
    if (!held) return undefined
    held.wanted = true
    return held.value
  }

  set(key: string, value: V, cost: number): void {
    this.delete(key)
    if (cost > this.#budget) return
    this.#makeRoom(this.#budget - cost)
    this.#held.set(key, { value, cost, wanted: false })
    this.#spent += cost
  }

  delete(key: string): void {
    const held = this.#held.get(key)
    if (!held) return
    this.#held.delete(key)
    this.#spent -= held.cost
  }

  /** A Map is walked in the order of insertion, and what is put back is met again behind the others. */
  #makeRoom(allowed: number): void {
    for (const [oldest, held] of this.#held) {
      if (this.#spent <= allowed) return
      this.delete(oldest)
      if (held.wanted) this.#putBack(oldest, held)
    }
  }

  #putBack(key: string, held: Held<V>): void {
    held.wanted = false
    this.#held.set(key, held)
    this.#spent += held.cost
  }
}
