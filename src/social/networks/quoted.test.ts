import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quoted } from './requests.ts'

test('a name without words is left for the next one', () => {
  assert.equal(quoted('   ', 'ada'), 'ada')
  assert.equal(quoted('\u200B\u2060', undefined, 'ada'), 'ada')
  assert.equal(quoted(' Ada\n  Lovelace ', 'ada'), 'Ada Lovelace')
  assert.equal(quoted('\u200B'), 'no reason')
})
