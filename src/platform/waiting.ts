import { AsyncLocalStorage } from 'node:async_hooks'

/** Is told when the work of a job begins to wait for a network, and when it continues. */
export interface WaitObserver {
  waits(): Promise<void>
  goesOn(): Promise<void>
}

const storage = new AsyncLocalStorage<WaitObserver>()

/** Runs `work`, and all that it awaits, under this observer. */
export const observeWaits = <T>(observer: WaitObserver, work: () => Promise<T>): Promise<T> =>
  storage.run(observer, work)

/** Waits for a network. If several waits overlap, the last report counts. */
export async function waitOn<T>(network: () => Promise<T>): Promise<T> {
  const observer = storage.getStore()
  if (!observer) return network()
  await observer.waits()
  try {
    return await network()
  } finally {
    await observer.goesOn()
  }
}

/** Awaits the work, or rejects as soon as the signal aborts. The work itself continues, and its result is dropped. */
export async function unlessStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
