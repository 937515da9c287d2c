import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likelyRange } from './interval.ts'

test('a small sample has a wide range, and a perfect one does not reach certainty', () => {
  const small = likelyRange(8, 10)
  const large = likelyRange(800, 1000)
  assert.ok(small.to - small.from > 3 * (large.to - large.from))
  assert.ok(likelyRange(10, 10).from < 0.75)
  assert.deepEqual(likelyRange(0, 0), { from: 0, to: 1 })
})
