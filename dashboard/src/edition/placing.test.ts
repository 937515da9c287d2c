import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EditionItem, OpenEdition } from './edition.ts'
import { droppedAt, movedBy, partFor, placedIn, storyThatGaveWay } from './placing.ts'
import { rowsOf } from './rows.ts'

const item = (id: string, kind: EditionItem['kind'] = 'feature') => ({ id, title: id, kind }) as EditionItem

const EDITION = {
  id: 'edition',
  title: 'Week of 2 March',
  size: 5,
  stories: [item('csv'), item('theme')],
  lists: [
    { title: 'Also new', items: [item('labels')] },
    { title: 'Also fixed', items: [item('receipts', 'fix'), item('totals', 'fix')] },
  ],
  held: [{ item: item('words'), reason: 'needs-words' }],
  leftOut: [{ item: item('logs'), reason: 'person' }],
} as unknown as OpenEdition

const row = (id: string) => {
  const found = rowsOf(EDITION).find(one => one.id === id)
  assert.ok(found)
  return found
}
const told = (edition: OpenEdition) =>
  rowsOf(edition)
    .filter(({ standing }) => standing === 'story' || standing === 'line')
    .map(({ standing, id }) => `${standing} ${id}`)

test('keys move through the edition, its entries in reading order, then what is outside', () => {
  assert.deepEqual(
    rowsOf(EDITION).map(({ id }) => id),
    ['edition', 'csv', 'theme', 'labels', 'receipts', 'totals', 'words', 'logs'],
  )
})

test('an entry is shown at once where it will stand', () => {
  assert.deepEqual(told(placedIn(EDITION, 'theme', { part: 'story', before: 'csv' })), [
    ...['story theme', 'story csv', 'line labels', 'line receipts', 'line totals'],
  ])
  const out = placedIn(EDITION, 'labels', { part: 'out' })
  assert.deepEqual([out.size, out.lists.length, out.leftOut.at(-1)?.item.id], [4, 1, 'labels'])
  assert.deepEqual(told(placedIn(out, 'labels', { part: 'story' })).slice(0, 3), [
    ...['story csv', 'story theme', 'story labels'],
  ])
  assert.equal(placedIn(EDITION, 'csv', { part: 'auto' }), EDITION, 'only the server knows its weight')
})

test('moving past the last story makes a line, and past the first line a story', () => {
  assert.deepEqual(movedBy(EDITION, row('csv'), 1), { part: 'story', before: null })
  assert.deepEqual(movedBy(EDITION, row('theme'), -1), { part: 'story', before: 'csv' })
  assert.deepEqual(movedBy(EDITION, row('theme'), 1), { part: 'line' })
  assert.equal(movedBy(EDITION, row('csv'), -1), null)
  assert.deepEqual(movedBy(EDITION, row('labels'), -1), { part: 'story', before: null })
  assert.deepEqual(movedBy(EDITION, row('receipts'), 1), { part: 'line', before: null })
  assert.deepEqual(movedBy(EDITION, row('totals'), -1), { part: 'line', before: 'receipts' })
  assert.equal(movedBy(EDITION, row('totals'), 1), null)
  for (const outside of ['edition', 'words', 'logs']) assert.equal(movedBy(EDITION, row(outside), 1), null)
})

test('an entry is dropped above or below another one', () => {
  assert.deepEqual(droppedAt(EDITION, 'csv', 'below'), { part: 'story', before: 'theme' })
  assert.deepEqual(droppedAt(EDITION, 'theme', 'below'), { part: 'story', before: null })
  assert.deepEqual(droppedAt(EDITION, 'labels', 'below'), { part: 'line', before: 'receipts' })
})

test('what asks something of readers is put in as a story', () => {
  assert.deepEqual([partFor(item('a', 'security')), partFor(item('b', 'fix'))], ['story', 'line'])
})

test('a story that became a line because another took its place is named', () => {
  const after = placedIn(placedIn(EDITION, 'labels', { part: 'story', before: null }), 'theme', {
    part: 'line',
  })
  assert.equal(storyThatGaveWay(EDITION, after, 'receipts'), undefined)
  const again = { ...EDITION, lists: [{ title: 'Also new', items: [item('theme')] }] } as OpenEdition
  assert.equal(storyThatGaveWay(EDITION, again, 'labels')?.id, 'theme')
  assert.equal(storyThatGaveWay(EDITION, again, 'theme'), undefined, 'a person placed it there')
})
