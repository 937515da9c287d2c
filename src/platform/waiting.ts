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
