import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemFrom, leavesInbox, messageFor, type Outcome } from './decision.ts'
import { keptMessage } from './undo-messages.ts'

const done = (id: string, output: object | null = null) =>
  ({ id, outcome: 'done', output }) as unknown as Outcome
const failed = (id: string, detail: string) => ({ id, outcome: 'failed', detail }) as Outcome
const words = { queuedAt: (time: number) => `time ${time}`, titleOf: (id: string) => `Title ${id}` }

test('a change of kind or magnitude keeps the row, everything else takes it out of the inbox', () => {
  assert.equal(leavesInbox({ action: 'pull classify', kind: 'fix' }), false)
  assert.equal(leavesInbox({ action: 'pull classify', visibility: 'internal' }), true)
  assert.equal(leavesInbox({ action: 'entry dismiss' }), true)
})

test('a decision is sent for the newest version that this page knows, and without one for a merge that has no entry', () => {
  const made = new Map([['a', 4]])
  assert.deepEqual(itemFrom({ id: 'a', version: 3 }, made), { id: 'a', seen: 4 })
  assert.deepEqual(itemFrom({ id: 'b', version: 3 }, made), { id: 'b', seen: 3 })
  assert.deepEqual(itemFrom({ id: 'c', version: null }, made), { id: 'c' })
  // After an undo the row has the entry, so the version from the earlier decision about its merge no longer applies.
  assert.deepEqual(itemFrom({ id: 'a', version: null }, made), { id: 'a' })
})

test('the message names the time and the entry, counts what was done, and says why the rest was not', () => {
  const queue = { action: 'entry queue' } as const
  const export9 = done('a', { state: 'queued', queuedFor: 7, title: 'Export as `CSV`' })
  assert.equal(messageFor(queue, [export9], words), 'Queued for time 7: Export as CSV.')
  assert.equal(messageFor(queue, [done('a'), done('b')], words), '2 entries queued.')
  const dismiss = { action: 'entry dismiss' } as const
  assert.equal(messageFor(dismiss, [done('a')], words), 'Dismissed: Title a.')
  assert.equal(
    messageFor(dismiss, [done('a', { title: 'Ready to sign?' })], words),
    'Dismissed: Ready to sign?',
  )
  assert.equal(
    messageFor(dismiss, [done('a'), failed('b', 'It is published.')], words),
    'Dismissed: Title a. 1 not: It is published.',
  )
  assert.equal(messageFor(dismiss, [failed('b', 'It is published.')], words), 'It is published.')
})

test('what somebody else decided meanwhile is said with their name and when it was', () => {
  const since = { action: 'dismissed', actorName: 'Bo', at: 0 }
  const detail = 'It has changed since: Bo dismissed. Nothing was undone.'
  assert.equal(keptMessage({ detail, since }, 60_000), 'Bo dismissed this 1 minute ago. Nothing was undone.')
  assert.equal(keptMessage({ detail, since: { ...since, action: 'moved in the queue' } }, 60_000), detail)
  assert.equal(keptMessage({ detail, since: null }, 60_000), detail)
})
