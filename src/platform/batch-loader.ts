import { setImmediate as afterEvents } from 'node:timers/promises'
import { AppError } from './errors.ts'

interface PendingItem<T, R> {
  item: T
  resolve(result: R): void
  reject(error: unknown): void
}

interface BatchLimits {
  /** The number of items in a batch at most. */
  most: number
  /** After this time an item fails with `unavailable`. If its batch has not started by then, it is dropped. */
  timeoutMs: number
}

/**
 * Batches calls whose cost hardly depends on the number of items, such as a commit. Items that arrive while a batch runs make up the
 * next one. `load` returns one result for each item, in their order. When a batch fails, each item is tried alone, so that one bad item
 * does not fail the others; `unavailable` fails the whole batch.
 */
export function batchLoader<T, R>(
  load: (items: readonly T[]) => Promise<readonly R[]>,
  { most, timeoutMs }: BatchLimits,
): (item: T) => Promise<R> {
  const pending = new Set<PendingItem<T, R>>()
  let isRunning = false

  async function settle(batch: readonly PendingItem<T, R>[]): Promise<void> {
    try {
      const results = await load(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, at) => {
        resolve(results[at] as R)
      })
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error)
      else await Promise.all(batch.map(entry => settle([entry])))
    }
  }

  async function runBatches(): Promise<void> {
    isRunning = true
    while (pending.size > 0) {
      // Lets all callers of the same turn of the event loop join the batch.
      await afterEvents()
      const batch = [...pending.values().take(most)]
      for (const entry of batch) pending.delete(entry)
      await settle(batch)
    }
    isRunning = false
  }

  return async item => {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    const entry = { item, resolve, reject }
    const timeout = setTimeout(() => {
      pending.delete(entry)
      reject(
        new AppError('unavailable', `The request was not processed within ${timeoutMs / 1_000} seconds.`),
      )
    }, timeoutMs)
    pending.add(entry)
    if (!isRunning) void runBatches()
    return promise.finally(() => clearTimeout(timeout))
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'
