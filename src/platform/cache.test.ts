import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedCache, memoize, memoizeOnce, singleFlight } from './cache.ts'

test('an answer is worked out once, until so many are kept that all are forgotten', () => {
  const asked: string[] = []
  const loud = memoize(text => {
    asked.push(text)
    return text.toUpperCase()
  }, 2)
  assert.deepEqual(['a', 'b', 'a', 'c', 'a'].map(loud), ['A', 'B', 'A', 'C', 'A'])
  assert.deepEqual(asked, ['a', 'b', 'c', 'a'])
})

test('what was made once is kept, and what failed is tried again by the next who asks', async () => {
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

test('what is being found out already is not asked for again', async () => {
  let asked = 0
  const find = singleFlight(async key => `${key} ${++asked}`)
  assert.deepEqual(await Promise.all([find('a'), find('a'), find('b')]), ['a 1', 'a 1', 'b 2'])
  assert.equal(await find('a'), 'a 3')
})

test('a failure is told to all who wait, and not to those who ask afterwards', async () => {
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

const cacheOf = (budget: number, ...keys: string[]) => {
  const cache = new BoundedCache<string>(budget)
  for (const key of keys) cache.set(key, key, 1)
  return cache
}
const keptOf = (cache: BoundedCache<string>, ...keys: string[]) =>
  keys.filter(key => cache.get(key) !== undefined)

test('the budget holds, and the oldest goes first', () => {
  assert.deepEqual(keptOf(cacheOf(2, 'a', 'b', 'c'), 'a', 'b', 'c'), ['b', 'c'])
})

test('what was asked for outlives what was not', () => {
  const cache = cacheOf(2, 'a', 'b')
  cache.get('a')
  cache.set('c', 'c', 1)
  assert.deepEqual(keptOf(cache, 'a', 'b', 'c'), ['a', 'c'])
})

test('where all were asked for, something goes all the same', () => {
  const cache = cacheOf(3, 'a', 'b', 'c')
  keptOf(cache, 'a', 'b', 'c')
  cache.set('d', 'd', 2)
  assert.equal(keptOf(cache, 'a', 'b', 'c').length, 1)
  assert.equal(cache.get('d'), 'd')
})

test('what is dearer than everything is not kept, and replaces nothing but its own old value', () => {
  const cache = cacheOf(2, 'a', 'b')
  cache.set('a', 'big', 3)
  assert.deepEqual(keptOf(cache, 'a', 'b'), ['b'])
})

test('a new value for a key costs once', () => {
  const cache = cacheOf(2, 'a', 'b')
  cache.set('b', 'B', 1)
  assert.deepEqual([cache.get('a'), cache.get('b')], ['a', 'B'])
})
