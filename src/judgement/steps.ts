import { setImmediate } from 'node:timers/promises'

/** Long work that may be put aside wherever it yields. However it is done, the result is the same. */
export type Steps<T> = Generator<void, T, void>

/** Does the work at one go. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Milliseconds of work before others get their turn. */
const TURN_MS = 20

/** Does the work in short turns, between which everything else gets its own. */
export async function inTurns<T>(work: Steps<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + TURN_MS
    while (performance.now() < end) {
      const step = work.next()
      if (step.done) return step.value
    }
    await setImmediate()
  }
}

/** An item for each, with a chance to put the work aside after it. */
export function* eachInSteps<T, U>(items: readonly T[], make: (item: T, at: number) => U): Steps<U[]> {
  const made: U[] = []
  for (const [at, item] of items.entries()) {
    made.push(make(item, at))
    yield
  }
  return made
}
