import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleFlight } from './single-flight.ts'

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
