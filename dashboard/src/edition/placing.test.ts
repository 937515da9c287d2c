import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTold, withEdition } from '../inbox/edition-rows.ts'
import type { InboxRow } from '../inbox/queries.ts'
import type { EditionItem, OpenEdition } from './edition.ts'
import { droppedAt, movedBy, partFor, placedIn, storyThatGaveWay } from './placing.ts'

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
  const found = withEdition([], EDITION).find(one => one.id === id)
  assert.ok(found)
  return found
}
const told = (edition: OpenEdition) =>
  withEdition([], edition)
    .filter(isTold)
    .map(({ tab, id }) => `${tab} ${id}`)

test('the list has what is flagged, the edition, its entries in reading order, and then what is outside', () => {
  const other = (id: string | null, tab: 'flagged' | 'review' | 'unsure') =>
    ({ id, pullId: `pull of ${id}`, title: '', tab }) as InboxRow
  const rows = withEdition(
    [other('reverted', 'flagged'), other('csv', 'review'), other('past', 'review'), other(null, 'unsure')],
    EDITION,
  )
  assert.deepEqual(
    rows.map(({ id, tab }) => `${tab} ${id}`),
    [
      ...['flagged reverted', 'edition edition', 'story csv', 'story theme', 'line labels', 'line receipts'],
      ...['line totals', 'held words', 'out logs', 'unsure null', 'older past'],
    ],
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
  assert.deepEqual([partFor(item('a', 'removal')), partFor(item('b', 'fix'))], ['story', 'line'])
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
