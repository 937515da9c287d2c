import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWakeSignal } from './wake-signal.ts'

const LONG_MS = 60_000

test('notify wakes all current waiters and no later ones', async () => {
  const wakeSignal = createWakeSignal()
  const never = new AbortController().signal
  const both = Promise.all([wakeSignal.wait(LONG_MS, never), wakeSignal.wait(LONG_MS, never)])
  wakeSignal.notify()
  await both
  const begun = performance.now()
  await wakeSignal.wait(20, never)
  assert.ok(performance.now() - begun >= 15)
})

test('an aborted signal wakes a waiter, also when it was aborted beforehand', async () => {
  const wakeSignal = createWakeSignal()
  const stop = new AbortController()
  const waiting = wakeSignal.wait(LONG_MS, stop.signal)
  stop.abort()
  await waiting
  await wakeSignal.wait(LONG_MS, stop.signal)
})
