/** Wakes the worker in this process when a job is enqueued, so that the job does not wait for the next poll. */
export interface WakeSignal {
  notify(): void
  /** Resolves on the next `notify`, after the time-out, or when the signal is aborted. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  const waiters = new Set<() => void>()
  return {
    notify() {
      for (const wake of waiters) wake()
    },
    wait: (timeoutMs, signal) =>
      new Promise(resolve => {
        const timer = setTimeout(wake, timeoutMs)
        function wake() {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          waiters.delete(wake)
          resolve()
        }
        waiters.add(wake)
        signal.addEventListener('abort', wake)
        if (signal.aborted) wake()
      }),
  }
}
