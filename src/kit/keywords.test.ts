import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Keywords } from './keywords.ts'
import { spread } from './stretch.ts'

const LISTS = [
  ['he', 'she', 'hers'],
  ['his'],
  ['a', 'aa', 'aaab'],
  ['part of #', 'not yet', '![', '.jp'],
  [],
  ['ushe', 'sh'],
]

/** The same told by looking for each word. */
const plainly = (text: string): number =>
  LISTS.reduce(
    (held, words, list) =>
      words.some(word => text.toLowerCase().includes(word)) ? held | (1 << list) : held,
    0,
  )

/** Numbers from 0 up to a limit, the same ones each time. */
function dice(): (limit: number) => number {
  let state = 1
  return limit => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % limit
  }
}

test('one pass finds of which lists a text has a word, in either case and within other words', () => {
  const words = new Keywords(LISTS)
  const roll = dice()
  const pieces = [
    ...LISTS.flat(),
    'h',
    'e',
    's',
    'S',
    'i',
    'u',
    'AA',
    'B',
    ' ',
    '#',
    '.',
    '!',
    'part of ',
    'é',
    '日',
  ]
  const texts = ['', 'ushers', 'USHERS', 'aaaab', 'part of part of #', 'not not yet', 'x.jpg']
  for (let count = 0; count < 5_000; count++)
    texts.push(Array.from({ length: roll(9) }, () => pieces[roll(pieces.length)]).join(''))
  for (const text of texts) assert.equal(words.heldIn(spread(text)), plainly(text), JSON.stringify(text))
})

test('a stretch is read and no more', () => {
  const words = new Keywords([['he'], ['lo']])
  const text = spread('hello')
  assert.equal(words.heldIn({ ...text, to: 4 }), 1)
  assert.equal(words.heldIn({ ...text, from: 1 }), 2)
  assert.equal(words.heldIn({ ...text, from: 1, to: 4 }), 0)
})

test('what there is no room for is refused', () => {
  assert.throws(() => new Keywords(Array.from({ length: 32 }, () => ['a'])), /31 lists/)
  const signs = Array.from({ length: 64 }, (_, at) => String.fromCharCode(33 + at)).join('')
  assert.throws(() => new Keywords([[signs]]), /63 different characters/)
})
