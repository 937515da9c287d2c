import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Queue } from '../api/entry-queries.ts'
import { drainOf } from './drain.ts'

const DAY = 86_400_000

/** A queue with `aWeek` times a week, and an entry at each of the next `queued` times. */
const aQueue = (aWeek: number, queued: number, setId: string | null = null) => {
  const timeOf = (at: number) => ((at + 1) * 7 * DAY) / aWeek
  return {
    now: 0,
    free: [{ setId, takes: 'entry', free: [timeOf(queued)] }],
    entries: Array.from({ length: queued }, (_, at) => ({
      ...{ setId, onSchedule: true, late: false },
      queuedFor: timeOf(at),
    })),
  } as unknown as Queue
}

test('a queue is out with its last entry, and long once it takes more than four weeks', () => {
  assert.equal(drainOf(aQueue(2, 0)), null)
  assert.deepEqual(drainOf(aQueue(2, 7)), { queued: 7, last: 24.5 * DAY, isLong: false })
  assert.equal(drainOf(aQueue(2, 9))?.isLong, true)
  assert.equal(drainOf(aQueue(0.25, 2))?.isLong, false, 'two entries are no long queue')
})

test('each set has a schedule of its own, and what is late or at a time of its own is in none', () => {
  const [main, mobile] = [aQueue(5, 4), aQueue(1, 5, 'mobile')]
  const both = {
    now: 0,
    free: [...main.free, ...mobile.free],
    entries: [...main.entries, ...mobile.entries],
  }
  assert.deepEqual([drainOf(both)?.isLong, drainOf(both)?.queued], [true, 9])
  const late = mobile.entries.map(entry => ({ ...entry, late: true }))
  assert.deepEqual([drainOf({ ...both, entries: late }), drainOf(main)?.isLong], [null, false])
})
