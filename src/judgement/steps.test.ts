import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { atOnce, eachInSteps, inTurns } from './steps.ts'

function busy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

const squares = () => eachInSteps([1, 2, 3], number => number * number)

test('the result is the same in one go and in steps', async () => {
  assert.deepEqual(atOnce(squares()), [1, 4, 9])
  assert.deepEqual(await inTurns(squares()), [1, 4, 9])
})

test('other work runs between the steps of long work', async () => {
  let turns = 0
  let done = false
  const others = async () => {
    for (; !done; turns++) await setImmediate()
  }
  const waiting = others()
  await inTurns(eachInSteps(Array.from({ length: 30 }), () => busy(5)))
  done = true
  await waiting
  assert.ok(turns >= 4, `${turns} turns`)
})
