/** So many requests of one page under way at a time: quick enough, and no host takes it amiss. */
const AT_ONCE = 4

/** Does it for each, a few at a time, and keeps the order. The first failure ends it, with nothing left under way. */
export async function mapConcurrently<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const settled = await Promise.allSettled(items.slice(start, start + AT_ONCE).map(act))
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason
      results.push(one.value)
    }
  }
  return results
}
