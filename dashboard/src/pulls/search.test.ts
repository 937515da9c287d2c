import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeName } from './search.ts'

const revert = (reverts_number: number | null, reverts_commit: string | null, place = 'reverted') =>
  placeName({ place, reverts_number, reverts_commit })

test('a revert says what it reverts, and what was reverted that it was', () => {
  assert.equal(revert(946, null), 'Reverts #946')
  assert.equal(revert(null, '0123abc'), 'Reverts 0123abc')
  assert.equal(revert(0, null), 'Reverts an earlier change')
  assert.equal(revert(null, null), 'Reverted')
  assert.equal(revert(946, null, 'internal'), 'Not for customers')
})
