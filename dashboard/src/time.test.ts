import assert from 'node:assert/strict'
import { test } from 'node:test'
import { briefAge, briefWait, relativeTime } from './time.ts'

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

test('the days until another day are those of the calendar, in the zone of the account', () => {
  const evening = Date.UTC(2026, 10, 28, 22, 30)
  const waits = (zone: string) =>
    [1, 4, 6, 80].map(day => briefWait(Date.UTC(2026, 11, day, 10), evening, zone))
  assert.deepEqual(waits('UTC'), ['in 3 d', 'in 6 d', 'in 8 d', 'in 3 mo'])
  assert.deepEqual(waits('Asia/Tokyo'), ['in 2 d', 'in 5 d', 'in 7 d', 'in 3 mo'])
})

test('what a clock that runs ahead puts into the future is new', () => {
  assert.equal(briefAge(NOW + 3_600_000, NOW), '0 min')
})
