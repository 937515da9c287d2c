import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Usual } from './usual.ts'

const away = (usual: Usual, ...row: number[]): number[] => {
  const into = new Float32Array(1 + row.length)
  usual.away(Float64Array.from(row), 0, into, 1)
  return [...into.slice(1)]
}

test('numbers are told by their deviations from the mean, which are eased and bounded', () => {
  const usual = new Usual(2)
  for (const value of [2, 4, 6]) usual.add(Float64Array.of(99, value, 7), 1)
  const deviation = Math.sqrt(8 / 3) + 0.1
  assert.deepEqual(away(usual, 6, 7), [Math.fround(2 / deviation), 0])
  assert.deepEqual(away(usual, -90, 8), [-5, 5])
})

test('before the first row nothing is far from the usual', () => {
  assert.deepEqual(away(new Usual(1), 8), [0])
})
