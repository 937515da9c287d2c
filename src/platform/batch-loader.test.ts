import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchLoader } from './batch-loader.ts'
import { AppError } from './errors.ts'

test('items requested during a batch form the next one, in order, and each gets its own result', async () => {
  const batches: number[][] = []
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const double = batchLoader(
    async (items: readonly number[]) => {
      batches.push([...items])
      begun.resolve()
      await gate.promise
      return items.map(item => item * 2)
    },
    { most: 3, timeoutMs: 10_000 },
  )
  const first = double(1)
  await begun.promise
  const others = [2, 3, 4, 5].map(double)
  gate.resolve()
  assert.deepEqual(await Promise.all([first, ...others]), [2, 4, 6, 8, 10])
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]])
})

test('an item that fails does not fail the others', async () => {
  const halve = batchLoader(
    async (items: readonly number[]) => {
      for (const item of items) if (item % 2 !== 0) throw new Error(`${item} is odd`)
      return items.map(item => item / 2)
    },
    { most: 10, timeoutMs: 10_000 },
  )
  const [two, three, four] = await Promise.allSettled([halve(2), halve(3), halve(4)])
  assert.deepEqual(
    [two, four].map(one => one?.status === 'fulfilled' && one.value),
    [1, 2],
  )
  assert.match(three?.status === 'rejected' ? String(three.reason) : '', /3 is odd/)
  assert.equal(await halve(6), 3)
})

test('an unavailable backend is tried once and fails the whole batch', async () => {
  let tries = 0
  const store = batchLoader(
    async () => {
      tries++
      throw new AppError('unavailable', 'The disk is full.')
    },
    { most: 10, timeoutMs: 10_000 },
  )
  const ended = await Promise.allSettled([store(1), store(2), store(3)])
  assert.deepEqual([tries, ...ended.map(one => one.status)], [1, 'rejected', 'rejected', 'rejected'])
})

test('an item that waits too long fails and is never processed', async () => {
  const batches: number[][] = []
  const gate = Promise.withResolvers<void>()
  const store = batchLoader(
    async (items: readonly number[]) => {
      batches.push([...items])
      await gate.promise
      return items
    },
    { most: 1, timeoutMs: 50 },
  )
  const late = await Promise.allSettled([store(1), store(2)])
  assert.deepEqual(
    late.map(one => one.status === 'rejected' && one.reason.code),
    ['unavailable', 'unavailable'],
  )
  gate.resolve()
  assert.equal(await store(3), 3)
  assert.deepEqual(batches, [[1], [3]])
})
