import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 10

type Found<T> = Exclude<T, false | undefined | null | 0 | ''>

/**
 * Looks until something is found, and gives it. Fails with `what` when there is nothing in time. For what tells nobody that it
 * happened.
 */
export async function until<T>(
  look: () => Promise<T> | T,
  what = 'what was waited for',
  patienceMs = PATIENCE_MS,
): Promise<Found<T>> {
  const end = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found) return found as Found<T>
    assert.ok(performance.now() < end, `${what} did not happen`)
    await sleep(LOOK_AGAIN_MS)
  }
}
