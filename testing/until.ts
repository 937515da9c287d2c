import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** A time limit that is longer than anything takes on a busy machine. */
const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 10

type Found<T> = Exclude<T, false | undefined | null | 0 | ''>

/**
 * Polls until `look` finds something, and returns it; for changes that cause no event. Fails with `what` if
 * nothing is found in time.
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
