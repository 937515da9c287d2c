import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActivityItem } from '../queries.ts'
import { groupedActivity, runSentence } from './activity-runs.ts'

const item = (id: string, more: Partial<ActivityItem> = {}): ActivityItem =>
  ({
    ...{ id, actor: 'ann', actorName: 'Ann', action: 'published', subject: id, before: null, after: null },
    ...{ at: 0, target: { type: 'entry', id, title: `Entry ${id}` } },
    ...more,
  }) as ActivityItem

/** The ids of each group. */
const told = (items: readonly ActivityItem[]) =>
  groupedActivity(items).map(run => run.map(({ id }) => id).join(''))

test('what one person did to several entries in a row is told once, from three on', () => {
  assert.deepEqual(told(['a', 'b', 'c', 'd'].map(id => item(id))), ['abcd'])
  assert.deepEqual(told(['a', 'b'].map(id => item(id))), ['a', 'b'])
  assert.equal(runSentence(item('a'), 1_200), 'published 1,200 entries')
  assert.equal(runSentence(item('a'), 36, true), 'published 36 or more entries')
})

test('another person, another action and what is no entry begin anew', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(id => item(id))
  assert.deepEqual(told([a, b, item('x', { actor: 'bo' }), c] as ActivityItem[]), ['a', 'b', 'x', 'c'])
  assert.deepEqual(told([a, b, item('x', { action: 'dismissed' }), c] as ActivityItem[]), [
    'a',
    'b',
    'x',
    'c',
  ])
  const settings = ['p', 'q', 'r'].map(id => item(id, { action: 'settings changed', target: null }))
  assert.deepEqual(told(settings), ['p', 'q', 'r'])
})
