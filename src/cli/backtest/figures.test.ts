import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confidenceInterval, confusionOf } from './figures.ts'

test('a confusion matrix counts the classes found for each expected class', () => {
  const pairs = [
    { expected: 'fix', found: 'fix' },
    { expected: 'fix', found: 'feature' },
    { expected: 'feature', found: null },
  ] as const
  const rows = confusionOf<'fix' | 'feature'>(pairs)
  assert.deepEqual(
    [...(rows.get('fix') ?? [])],
    [
      ['fix', 1],
      ['feature', 1],
    ],
  )
  assert.deepEqual([...(rows.get('feature') ?? [])], [[null, 1]])
})

test('a small sample has a wide interval, and a perfect one stays below certainty', () => {
  const small = confidenceInterval(8, 10)
  const large = confidenceInterval(800, 1000)
  assert.ok(small.to - small.from > 3 * (large.to - large.from))
  assert.ok(confidenceInterval(10, 10).from < 0.75)
  assert.deepEqual(confidenceInterval(0, 0), { from: 0, to: 1 })
})
