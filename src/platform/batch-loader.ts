import { setImmediate as afterEvents } from 'node:timers/promises'
import { AppError } from './errors.ts'

interface Waiting<T, R> {
  item: T
  resolve(answer: R): void
  reject(error: unknown): void
}

export interface BatchLimits {
  /** How many items are worked on together, at most. */
  most: number
  /** Milliseconds after which an item fails as `unavailable`; what has not begun by then is dropped. */
  timeoutMs: number
}

/**
 * Work that costs about as much for many items as for one, such as a commit: whatever is asked for while it is under way is done
 * together the next time. `work` gives its answers in the order of the items. When a batch fails, each of its items is tried alone, so
 * that nobody fails for another's sake; but what is `unavailable` is so for all of them.
 */
export function batchLoader<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { most, timeoutMs }: BatchLimits,
): (item: T) => Promise<R> {
  const waiting = new Set<Waiting<T, R>>()
  let isUnderWay = false

  async function settle(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const answers = await work(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, at) => {
        resolve(answers[at] as R)
      })
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error)
      else await Promise.all(batch.map(one => settle([one])))
    }
  }

  async function workOnAll(): Promise<void> {
    isUnderWay = true
    while (waiting.size > 0) {
      // Whoever asks in the same turn of the event loop is taken along.
      await afterEvents()
      const batch = [...waiting.values().take(most)]
      for (const one of batch) waiting.delete(one)
      await settle(batch)
    }
    isUnderWay = false
  }

  return async item => {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    const one = { item, resolve, reject }
    const timeout = setTimeout(() => {
      waiting.delete(one)
      reject(new AppError('unavailable', `It was not done within ${timeoutMs / 1_000} seconds.`))
    }, timeoutMs)
    waiting.add(one)
    if (!isUnderWay) void workOnAll()
    return promise.finally(() => clearTimeout(timeout))
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'
