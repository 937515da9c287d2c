import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableOf } from './print.ts'
import { comparedRow, plainRow } from './row.ts'
import { compare, median, percentile } from './statistics.ts'

test('a percentile is a measured value, in any order of the samples', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)
  assert.deepEqual([median(hundred), percentile(hundred, 99), percentile([7], 99)], [50, 99, 7])
  assert.throws(() => median([]), /No value/)
})

test('two candidates are measured alternately, and the first round is discarded', async () => {
  const order: string[] = []
  const measure = (name: string, values: number[]) => async () => {
    order.push(name)
    return values.shift() ?? Number.NaN
  }
  const result = await compare(3, measure('ours', [900, 2, 4, 30]), measure('theirs', [1, 1, 1, 10]))
  assert.deepEqual(order.join(' '), 'ours theirs theirs ours ours theirs theirs ours')
  assert.deepEqual(result, { value: 4, reference: 1, ratio: 3 })
})

test('a row shows whether it met its target', () => {
  const slow = comparedRow('feed', { value: 12, reference: 10, ratio: 1.2 }, { most: 1.1 })
  const quick = plainRow('rows', 12_345.6, { least: 5_000 })
  assert.deepEqual([slow.ok, quick.ok], [false, true])
  const lines = tableOf([slow, quick]).split('\n')
  assert.match(lines[1] ?? '', /^feed +12 +10 +1.2 +≤ 1\.1 × +no$/)
  assert.match(lines[2] ?? '', /^rows +12,346 +≥ 5000 +yes$/)
})
