import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedCache } from './bounded-cache.ts'

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
