/**
 * Memoizes a function of a text. When `limit` results are cached, the cache is cleared, so that memory stays bounded. Callers share
 * the results and must not change them.
 */
export function memoize<T extends string | object>(
  compute: (text: string) => T,
  limit: number,
): (text: string) => T {
  const cached = new Map<string, T>()
  return text => {
    const hit = cached.get(text)
    if (hit !== undefined) return hit
    if (cached.size >= limit) cached.clear()
    const result = compute(text)
    cached.set(text, result)
    return result
  }
}

/** Calls `make` once and shares its result. After a failure the next caller tries again. */
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

/** Lets concurrent calls with the same key share one call of `find`. All of them get its result or failure; nothing is cached. */
export function singleFlight<T>(find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>()
  return key => {
    const pending = inFlight.get(key)
    if (pending) return pending
    const call = find(key).finally(() => inFlight.delete(key))
    inFlight.set(key, call)
    return call
  }
}

interface CacheEntry<V> {
  value: V
  cost: number
  /** Read since eviction last considered it. */
  wasRead: boolean
}

/**
 * A cache limited by the total cost of its values, with second-chance (clock) eviction: reading only sets a flag. A value that costs
 * more than the limit is not stored.
 */
export class BoundedCache<V> {
  readonly #entries = new Map<string, CacheEntry<V>>()
  readonly #maxCost: number
  #cost = 0

  constructor(maxCost: number) {
    this.#maxCost = maxCost
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    entry.wasRead = true
    return entry.value
  }

  set(key: string, value: V, cost: number): void {
    this.delete(key)
    if (cost > this.#maxCost) return
    this.#makeRoom(this.#maxCost - cost)
    this.#entries.set(key, { value, cost, wasRead: false })
    this.#cost += cost
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#cost -= entry.cost
  }

  /** Iterates in the order of insertion. An entry that was read since the last pass goes to the end and is considered again. */
  #makeRoom(allowed: number): void {
    for (const [oldest, entry] of this.#entries) {
      if (this.#cost <= allowed) return
      this.delete(oldest)
      if (entry.wasRead) this.#reinsert(oldest, entry)
    }
  }

  #reinsert(key: string, entry: CacheEntry<V>): void {
    entry.wasRead = false
    this.#entries.set(key, entry)
    this.#cost += entry.cost
  }
}
