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
