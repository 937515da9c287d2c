import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 20

/** Resolves once it is so. Fails with `what` when it is not within a minute. For what tells nobody that it happened. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  what = 'what was waited for',
): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    assert.ok(performance.now() < end, `${what} did not happen`)
    await sleep(LOOK_AGAIN_MS)
  }
}
