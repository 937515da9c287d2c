import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderOldestFirst } from './merge-source.ts'

async function* newestFirst(count: number, at: (place: number) => number) {
  for (let place = count - 1; place >= 0; place--) yield { place, mergedAt: at(place) }
}

const places = async (count: number, at = (place: number) => place) =>
  (await Array.fromAsync(orderOldestFirst(newestFirst(count, at)))).map(({ place }) => place)

test('merges are reversed to oldest first, also within one second', async () => {
  const inOrder = Array.from({ length: 300 }, (_, place) => place)
  assert.deepEqual(await places(300), inOrder)
  assert.deepEqual(await places(300, place => Math.floor(place / 100)), inOrder)
})

test('merge times decide, also when clocks went backwards', async () => {
  assert.deepEqual(await places(4, place => [30, 10, 20, 40][place] ?? 0), [1, 2, 0, 3])
})

test('of a very long history the newest block comes first, and nothing is lost', async () => {
  const given = await places(4_500)
  assert.deepEqual(given.slice(0, 2), [2_500, 2_501])
  assert.deepEqual(given.slice(2_000, 2_002), [500, 501])
  assert.deepEqual(given.slice(4_000, 4_002), [0, 1])
  assert.equal(new Set(given).size, 4_500)
})
