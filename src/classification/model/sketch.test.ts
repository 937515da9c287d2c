import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sketch } from './sketch.ts'

const KEYS = 20_000
const SHAPES: readonly [string, (at: number) => string][] = [
  ['numbered words', at => `word${at}`],
  ['short words', at => at.toString(36)],
  ['words that end alike', at => `${at.toString(36)}-configuration`],
  ['words beyond ASCII', at => `größe${String.fromCharCode(0x4e00 + (at % 20_000))}${at}`],
]

for (const [what, nameOf] of SHAPES)
  test(`of ${what} all that were added are found, and few others`, () => {
    const sketch = new Sketch()
    for (let at = 0; at < KEYS; at++) sketch.add(nameOf(at))
    let others = 0
    for (let at = 0; at < KEYS; at++) {
      assert.ok(sketch.mayHave(nameOf(at)), nameOf(at))
      if (sketch.mayHave(nameOf(KEYS + at))) others++
    }
    assert.ok(others < 0.15 * KEYS, `${others} of ${KEYS} others`)
  })

test('an empty one has nothing, and each knows its own', () => {
  const [one, other] = [new Sketch(), new Sketch()]
  const texts = [
    '',
    ' ',
    'a',
    'Ärger',
    '日本語',
    '👩‍👩‍👧',
    '\ud83d',
    'e\u0301',
    '\u00e9',
    '\0',
    'x'.repeat(10_000),
  ]
  for (const text of texts) assert.equal(one.mayHave(text), false, JSON.stringify(text))
  for (const text of texts) one.add(text)
  for (const text of texts) {
    assert.ok(one.mayHave(text), JSON.stringify(text))
    assert.equal(other.mayHave(text), false, JSON.stringify(text))
  }
})
