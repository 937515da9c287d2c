import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize } from './memoize.ts'

test('an answer is worked out once, until so many are kept that all are forgotten', () => {
  const asked: string[] = []
  const loud = memoize(text => {
    asked.push(text)
    return text.toUpperCase()
  }, 2)
  assert.deepEqual(['a', 'b', 'a', 'c', 'a'].map(loud), ['A', 'B', 'A', 'C', 'A'])
  assert.deepEqual(asked, ['a', 'b', 'c', 'a'])
})
