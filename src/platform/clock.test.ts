import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoOf, parseInstant } from './clock.ts'

const read = (text: string) => {
  const instant = parseInstant(text)
  return instant === null ? null : isoOf(instant)
}

test('ISO 8601 dates and times are parsed; without a zone they are UTC', () => {
  assert.equal(read('2026-03-01'), '2026-03-01T00:00:00.000Z')
  assert.equal(read('2026-03-01T10:00'), '2026-03-01T10:00:00.000Z')
  assert.equal(read('2026-03-01 10:00:05.25+02:00'), '2026-03-01T08:00:05.250Z')
  assert.equal(read('2026-03-01T00:30:00+0200'), '2026-02-28T22:30:00.000Z')
})

test('an invalid date is refused', () => {
  for (const text of [
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '03/01/2026',
    '2026-03-01T25:00',
    '2026-3-1',
  ]) {
    assert.equal(read(text), null, text)
  }
})
