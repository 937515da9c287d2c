import { chunksOf } from './iterables.ts'

/**
 * Calls `act` for each item, at most `limit` at a time, and returns the results in the order of the items. After a failure no further call
 * begins; it rejects with the first failure once the running calls have ended.
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

/**
 * Resolves like `work`, or rejects with what `late` makes when that takes longer than `timeoutMs`. The work itself is not stopped. An error
 * is made only then, because its stack costs more than many a request.
 */
export function withTimeout<T>(
  timeoutMs: number,
  work: Promise<T>,
  late: () => Error = () => new Error('no answer in time'),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(late()), timeoutMs)
    work.finally(() => clearTimeout(timeout)).then(resolve, reject)
  })
}

/** How often it is checked whether the work is still wanted. */
const LOOKS_EVERY_MS = 500

/** Runs work with a signal that is aborted once the work is no longer wanted; then returns null. */
export async function whileWanted<T>(
  isWanted: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const unwanted = new AbortController()
  const timer = setInterval(() => {
    isWanted().then(
      is => is || unwanted.abort(),
      // A check that fails is repeated at the next turn.
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
