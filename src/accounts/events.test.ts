import assert from 'node:assert/strict'
import { randomIds } from '#platform/ids.ts'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import { createAccount } from './account.ts'
import { activityPage, recordActivity } from './activity.ts'
import { EVENTS_KEPT_MS, eventsAfter, pruneEvents, recordEvent, sequenceEvents } from './events.ts'

withDatabase('changes are numbered once they are committed, without a gap', async db => {
  const clock = manualClock()
  const { id } = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  const number = () => db.write(tx => sequenceEvents(tx, clock, id))
  const after = (seq: number) => eventsAfter(db.read, id, seq, clock.now() - EVENTS_KEPT_MS)
  await db.write(async tx => {
    await recordEvent(tx, id, 'entries', ['a', 'b'])
    await recordEvent(tx, id, 'pulls', ['p'])
  })
  await db.write(tx => recordEvent(tx, id, 'entries', ['b', 'c']))
  await assert.rejects(
    db.write(async tx => {
      await recordEvent(tx, id, 'sources', ['never committed'])
      throw new Error('rolled back')
    }),
  )
  assert.deepEqual(new Set(await Promise.all([number(), number()])), new Set([2]))
  const { events, isComplete } = await after(0)
  assert.equal(isComplete, true)
  assert.deepEqual(
    events
      .map(({ seq, topic, ids }) => [seq, topic, ids?.toSorted()])
      .toSorted((a, b) => String(a[1]).localeCompare(String(b[1]))),
    [
      [events.find(({ topic }) => topic === 'entries')?.seq, 'entries', ['a', 'b', 'c']],
      [events.find(({ topic }) => topic === 'pulls')?.seq, 'pulls', ['p']],
    ],
  )
  await db.write(tx =>
    recordEvent(
      tx,
      id,
      'entries',
      Array.from({ length: 300 }, (_, n) => `e${n}`),
    ),
  )
  assert.equal(await number(), 3)
  assert.deepEqual(await after(2), { events: [{ seq: 3, topic: 'entries', ids: null }], isComplete: true })
})

withDatabase('a line of the log is the event, and of many lines one event tells', async db => {
  const clock = manualClock()
  const { id } = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  const context = { clock, ids: randomIds, actor: 'ann' }
  const many = Array.from({ length: 300 }, (_, n) => `e${n}`)
  const tell = (subject: string | string[]) =>
    db.write(async tx => {
      await recordActivity(tx, context, 'published', { accountId: id, subject, topic: 'entries' })
      await sequenceEvents(tx, clock, id)
    })
  await tell('a')
  await tell(many)
  const { events } = await eventsAfter(db.read, id, 0, 0)
  assert.deepEqual(
    events.map(({ seq, topic, ids }) => [seq, topic, ids]),
    [
      [1, 'entries', ['a']],
      [2, 'entries', null],
    ],
  )
  const { activity } = await activityPage(db.read, { accountId: id, limit: 500 })
  assert.equal(activity.length, 301, 'what is an event alone is not told in the log')
  clock.advance(EVENTS_KEPT_MS + 1)
  await db.write(tx => pruneEvents(tx, clock.now() - EVENTS_KEPT_MS))
  assert.equal((await activityPage(db.read, { accountId: id, limit: 500 })).activity.length, 301)
  assert.equal((await eventsAfter(db.read, id, 0, clock.now() - EVENTS_KEPT_MS)).isComplete, false)
})

withDatabase('whoever missed what is not kept any more is told so', async db => {
  const clock = manualClock()
  const { id } = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  const change = () => db.write(tx => recordEvent(tx, id, 'entries', ['a']))
  const isComplete = async (seq: number) =>
    (await eventsAfter(db.read, id, seq, clock.now() - EVENTS_KEPT_MS)).isComplete
  await change()
  await db.write(tx => sequenceEvents(tx, clock, id))
  assert.deepEqual([await isComplete(0), await isComplete(1), await isComplete(7)], [true, true, false])
  clock.advance(EVENTS_KEPT_MS + 1)
  assert.deepEqual([await isComplete(0), await isComplete(1)], [false, true])
  await change()
  await db.write(tx => pruneEvents(tx, clock.now() - EVENTS_KEPT_MS))
  assert.equal(await isComplete(1), false)
  assert.deepEqual(await db.read.selectFrom('activity').selectAll().execute(), [])
})
