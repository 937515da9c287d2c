import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { sourceOf } from '#writing/checks/check.ts'
import { checkWords } from './checked.ts'

const BODY =
  'Guests can reorder the plates of a table. Waiters see the new order at once. Rename the column rank to place.'
const pull = aPull({ title: 'Reorder plates', body: BODY })
const grounds = {
  ...{ source: sourceOf(pull, '', ''), excerpt: `Reorder plates\n${BODY}` },
  ...{ surroundings: [], wordsToAvoid: ['rank'] },
}
const PLATES = { text: 'Reorder the plates of a table', from: 'Guests can reorder the plates of a table' }
const faultOf = (words: Partial<Parameters<typeof checkWords>[0]>) => {
  const checked = checkWords({ headline: PLATES, sentences: [], steps: [], ...words }, grounds)
  return 'fault' in checked ? checked.fault : null
}

test('words that rest on their passages pass', () => {
  assert.equal(
    faultOf({ sentences: [{ text: 'Waiters see it at once.', from: 'Waiters see the new order' }] }),
    null,
  )
})

test('a sentence has to touch its own passage, also where the pull request says it elsewhere', () => {
  const text = 'Waiters see the order at once.'
  assert.match(faultOf({ sentences: [{ text, from: 'Rename the column' }] }) ?? '', /say "Waiters/)
})

test('each part of a passage is in the pull request', () => {
  const from = 'Guests can reorder the plates … and pay for them'
  assert.match(faultOf({ headline: { ...PLATES, from } }) ?? '', /rest on a passage/)
  assert.equal(faultOf({ headline: { ...PLATES, from: 'Guests can reorder … of a table' } }), null)
})

test('a step rests on a passage too', () => {
  const text = 'Rename the column to place'
  for (const from of ['', 'Drop the old column'])
    assert.match(faultOf({ steps: [{ text, from }] }) ?? '', /rest on a passage/, from)
  assert.equal(faultOf({ steps: [{ text, from: 'Rename the column rank to place' }] }), null)
})

test('words to avoid are avoided in headline, sentences and steps', () => {
  const from = 'Rename the column rank to place'
  const text = 'Rename the column rank to place'
  for (const words of [
    { headline: { text, from } },
    { sentences: [{ text: `${text}.`, from }] },
    { steps: [{ text, from }] },
  ])
    assert.match(faultOf(words) ?? '', /use "rank"/)
})
