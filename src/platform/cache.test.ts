import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize, memoizeOnce, singleFlight } from './cache.ts'

test('a result is computed once until the cache is full and cleared', () => {
  const asked: string[] = []
  const loud = memoize(text => {
    asked.push(text)
    return text.toUpperCase()
  }, 2)
  assert.deepEqual(['a', 'b', 'a', 'c', 'a'].map(loud), ['A', 'B', 'A', 'C', 'A'])
  assert.deepEqual(asked, ['a', 'b', 'c', 'a'])
})

test('a value is created once, and a failure is retried by the next caller', async () => {
  let tries = 0
  const make = memoizeOnce(async () => {
    tries++
    if (tries === 1) throw new Error('no answer')
    return tries
  })
  const first = await Promise.allSettled([make(), make()])
  assert.deepEqual(
    first.map(one => one.status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(await Promise.all([make(), make()]), [2, 2])
  assert.equal(await make(), 2)
})

test('concurrent calls with the same key share one lookup', async () => {
  let asked = 0
  const find = singleFlight(async key => `${key} ${++asked}`)
  assert.deepEqual(await Promise.all([find('a'), find('a'), find('b')]), ['a 1', 'a 1', 'b 2'])
  assert.equal(await find('a'), 'a 3')
})

test('a failure reaches all waiting callers and no later ones', async () => {
  let fails = true
  const find = singleFlight(async () => {
    if (fails) throw new Error('no answer')
    return 'an answer'
  })
  const [one, other] = await Promise.allSettled([find('a'), find('a')])
  assert.deepEqual([one?.status, other?.status], ['rejected', 'rejected'])
  fails = false
  assert.equal(await find('a'), 'an answer')
})
