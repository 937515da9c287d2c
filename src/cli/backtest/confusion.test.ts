import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confusionOf } from './confusion.ts'

test('of each expected class it is told what it was taken for', () => {
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
