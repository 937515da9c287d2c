import assert from 'node:assert/strict'
import { test } from 'node:test'
import { briefAge, relativeTime } from './time.ts'

const NOW = Date.UTC(2026, 2, 4, 12)

test('an age is rounded to one unit, written out or abbreviated', () => {
  const ages = [20, 59.7 * 60, 6 * 3600, 6.9 * 86_400, 61 * 86_400, 800 * 86_400].map(s => NOW - s * 1000)
  assert.deepEqual(
    ages.map(at => relativeTime(at, NOW)),
    ['just now', '1 hour ago', '6 hours ago', '7 days ago', '2 months ago', '2 years ago'],
  )
  assert.deepEqual(
    ages.map(at => briefAge(at, NOW)),
    ['0 min', '1 h', '6 h', '7 d', '2 mo', '2 y'],
  )
})

test('what a clock that runs ahead puts into the future is new', () => {
  assert.equal(briefAge(NOW + 3_600_000, NOW), '0 min')
})
