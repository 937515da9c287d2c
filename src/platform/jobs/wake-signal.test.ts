import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWakeSignal } from './wake-signal.ts'

const LONG_MS = 60_000

test('a ring wakes all who wait, and nobody who comes later', async () => {
  const bell = createWakeSignal()
  const never = new AbortController().signal
  const both = Promise.all([bell.wait(LONG_MS, never), bell.wait(LONG_MS, never)])
  bell.notify()
  await both
  const begun = performance.now()
  await bell.wait(20, never)
  assert.ok(performance.now() - begun >= 15)
})

test('a signal wakes, also one that came before', async () => {
  const bell = createWakeSignal()
  const stop = new AbortController()
  const waiting = bell.wait(LONG_MS, stop.signal)
  stop.abort()
  await waiting
  await bell.wait(LONG_MS, stop.signal)
})
