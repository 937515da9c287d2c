/** Wakes whoever waits in this process, so that work need not wait for the next look. */
export interface WakeSignal {
  notify(): void
  /** Resolves when it rings, after so many milliseconds, or when the signal comes. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  const waiting = new Set<() => void>()
  return {
    notify() {
      for (const wake of waiting) wake()
    },
    wait: (milliseconds, signal) =>
      new Promise(resolve => {
        const timer = setTimeout(wake, milliseconds)
        function wake() {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
        signal.addEventListener('abort', wake)
        if (signal.aborted) wake()
      }),
  }
}
