import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoizeOnce } from './once.ts'

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
