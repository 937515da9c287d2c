import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Queue } from '../api/entry-queries.ts'
import { drainOf } from './drain.ts'

/** A queue with this many slots a week, and an entry in each of the slots to come. */
const aQueue = (slots: number, queued: number, setId: string | null = null) =>
  ({
    slots: Array.from({ length: slots }, () => ({ setId })),
    entries: Array.from({ length: queued }, (_, at) => ({
      setId,
      inSlot: true,
      late: false,
      queuedFor: 1_000 * (at + 1),
    })),
  }) as unknown as Queue

test('a queue is out with the slot of its last entry, and long once it takes more than four weeks', () => {
  assert.equal(drainOf(aQueue(2, 0)), null)
  assert.deepEqual(drainOf(aQueue(2, 8)), { queued: 8, slotsAWeek: 2, last: 8_000, isLong: false })
  assert.equal(drainOf(aQueue(2, 9))?.isLong, true)
})

test('each set has a queue of its own, and what is late or at a time of its own is in none', () => {
  const [main, mobile] = [aQueue(5, 4), aQueue(1, 5, 'mobile')]
  const both = {
    slots: [...main.slots, ...mobile.slots],
    entries: [...main.entries, ...mobile.entries],
  }
  assert.deepEqual([drainOf(both)?.isLong, drainOf(both)?.queued], [true, 9])
  const late = mobile.entries.map(entry => ({ ...entry, late: true }))
  assert.deepEqual([drainOf({ ...both, entries: late }), drainOf(main)?.isLong], [null, false])
})
