import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { withTimeout } from './concurrency.ts'

test('work that finishes in time returns its result or error', async () => {
  assert.equal(await withTimeout(1_000, setImmediate('done')), 'done')
  await assert.rejects(withTimeout(1_000, Promise.reject(new Error('broken'))), /broken/)
})

test('work that takes too long is abandoned', async () => {
  await assert.rejects(withTimeout(5, new Promise(() => {})), /no answer in time/)
})
