import { setImmediate as afterEvents } from 'node:timers/promises'

interface Waiting<T, R> {
  item: T
  resolve(answer: R): void
  reject(error: unknown): void
}

/**
 * Work that costs about as much for many items as for one, such as a commit: whatever is asked for while it is under way is done
 * together the next time, at most so many items at once. `work` gives its answers in the order of the items. When a batch fails, each
 * of its items is tried alone, so that nobody fails for another's sake.
 */
export function gathering<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  most: number,
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let isUnderWay = false

  async function settle(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const answers = await work(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, at) => {
        resolve(answers[at] as R)
      })
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else await Promise.all(batch.map(one => settle([one])))
    }
  }

  async function workOnAll(): Promise<void> {
    isUnderWay = true
    while (waiting.length > 0) {
      // Whoever asks in the same turn of the event loop is taken along.
      await afterEvents()
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await settle(batch)
    }
    isUnderWay = false
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isUnderWay) void workOnAll()
    })
}
