import { AsyncLocalStorage } from 'node:async_hooks'

/** Is told when the work of a job begins to wait on a network, and when it goes on. */
export interface WaitObserver {
  waits(): Promise<void>
  goesOn(): Promise<void>
}

const storage = new AsyncLocalStorage<WaitObserver>()

/** Runs `work`, and all that it awaits, under this observer. */
export const observeWaits = <T>(observer: WaitObserver, work: () => Promise<T>): Promise<T> =>
  storage.run(observer, work)

/** Waits on a network. Where several wait at once, whatever was told last counts. */
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

/** Awaits the work, or rejects as soon as the signal aborts. The work itself goes on; what it gives is dropped. */
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
