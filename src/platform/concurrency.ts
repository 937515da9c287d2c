import { chunksOf } from './iterables.ts'

/**
 * Calls `act` for each item, at most `limit` at a time, and gives the results in the order of the items. After a failure no further
 * call begins; it rejects with the first one once the calls under way have ended.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (const chunk of chunksOf(items, limit)) {
    const settled = await Promise.allSettled(chunk.map(act))
    for (const outcome of settled) {
      if (outcome.status === 'rejected') throw outcome.reason
      results.push(outcome.value)
    }
  }
  return results
}

/** Resolves like `work`, or rejects with `late` when that takes longer than `timeoutMs`. The work itself is not stopped. */
export function withTimeout<T>(
  timeoutMs: number,
  work: Promise<T>,
  late: Error = new Error('no answer in time'),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(late), timeoutMs)
    work.finally(() => clearTimeout(timeout)).then(resolve, reject)
  })
}

/** How soon work is stopped that is wanted no longer. */
const LOOKS_EVERY_MS = 500

/** Runs work with a signal that is aborted once the work is wanted no longer; then gives null. */
export async function whileWanted<T>(
  isWanted: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const unwanted = new AbortController()
  const timer = setInterval(() => {
    isWanted().then(
      is => is || unwanted.abort(),
      // What cannot be read just now is asked again.
      () => {},
    )
  }, LOOKS_EVERY_MS)
  try {
    return await work(AbortSignal.any([signal, unwanted.signal]))
  } catch (error) {
    if (unwanted.signal.aborted && !signal.aborted) return null
    throw error
  } finally {
    clearInterval(timer)
  }
}
