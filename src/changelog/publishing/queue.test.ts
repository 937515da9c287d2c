import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountById } from '#accounts/account.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import { isoOf } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import { AppError } from '#platform/errors.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, reload } from '#testing/drafts.ts'
import { editionOf } from '#testing/editions.ts'
import { aTime, endEditions, publishInEditions } from '#testing/schedule.ts'
import { aWorld, type World } from '#testing/world.ts'
import { listQueue, moveInQueue, queueEntry, requeueEntry, unqueueEntry } from './queue.ts'
import { addTime, changeSchedule, removeTime } from './schedule.ts'

/** A queue with these weekly times. The world's clock stands at `2026-03-02T09:00Z`, a Monday. */
async function aQueue(engine: (typeof ENGINES)[number], ...times: string[]) {
  const world = await aWorld(engine)
  const { db, action, account } = world
  const add = (text: string, setId: string | null = null) =>
    db.write(tx => addTime(tx, action, account.id, aTime(text, setId)))
  for (const time of times) await add(time)
  return {
    ...world,
    world,
    add,
    next: (id: string, setId?: string) =>
      db.write(tx => queueEntry(tx, action, id, { at: 'next', ...(setId && { setId }) })),
    at: (id: string, time: string) => db.write(tx => queueEntry(tx, action, id, { at: Date.parse(time) })),
    /** The queue in order, as `time title`; `*` marks times of the schedule. */
    queue: async () =>
      (await listQueue(db.read, account.id)).map(
        ({ entry }) => `${isoOf(entry.queuedFor).slice(5, 16)}${entry.onSchedule ? '*' : ''} ${entry.title}`,
      ),
  }
}

const drafts = async (world: World, ...titles: string[]): Promise<string[]> => {
  const ids: string[] = []
  for (const title of titles) ids.push((await aDraft(world, title)).id)
  return ids
}

const code = (wanted: string) => (error: unknown) => error instanceof AppError && error.code === wanted

for (const engine of ENGINES) {
  test(`each draft takes the next free time (${engine})`, async () => {
    await using it = await aQueue(engine, 'monday 17:00', 'thursday 09:30')
    const [a = '', b = '', c = ''] = await drafts(it.world, 'Add apples', 'Add bread', 'Add cheese')
    await it.next(a)
    await it.next(b)
    await it.next(c)
    assert.deepEqual(await it.queue(), [
      '03-02T17:00* Add apples',
      '03-05T09:30* Add bread',
      '03-09T17:00* Add cheese',
    ])
    await it.db.write(tx => unqueueEntry(tx, it.action, b))
    const [d = ''] = await drafts(it.world, 'Add dates')
    await it.next(d)
    assert.equal((await it.queue())[1], '03-05T09:30* Add dates')
  })

  test(`each set has its own times; without any a time is required (${engine})`, async () => {
    await using it = await aQueue(engine, 'monday 17:00')
    const mobile = await it.aSet('Mobile')
    const [a = '', b = '', c = ''] = await drafts(it.world, 'Add apples', 'Add bread', 'Add cheese')
    await it.next(a)
    await assert.rejects(it.next(b, mobile.id), code('conflict'))
    await it.add('monday 17:00', mobile.id)
    await it.next(b, mobile.id)
    await it.at(c, '2026-03-02T17:00Z')
    assert.deepEqual((await it.queue()).toSorted(), [
      '03-02T17:00 Add cheese',
      '03-02T17:00* Add apples',
      '03-02T17:00* Add bread',
    ])
    await it.db.write(tx => editEntry(tx, it.action, b, { setId: null }))
    const moved = await reload(it.world, { id: b })
    assert.deepEqual(moved.state === 'queued' && [isoOf(moved.queuedFor), moved.onSchedule], [
      '2026-03-02T17:00:00.000Z',
      false,
    ])
  })

  test(`concurrent requests for the next free time get different ones (${engine})`, async () => {
    await using it = await aQueue(engine, 'monday 17:00', 'tuesday 17:00')
    const ids = await drafts(it.world, 'Add apples', 'Add bread', 'Add cheese', 'Add dates')
    await Promise.all(ids.map(id => it.next(id)))
    assert.deepEqual(
      (await it.queue()).map(line => line.slice(0, 12)),
      ['03-02T17:00*', '03-03T17:00*', '03-09T17:00*', '03-10T17:00*'],
    )
    const taken = { queued_for: Date.parse('2026-03-02T17:00Z') }
    await assert.rejects(
      it.db.write(tx => tx.updateTable('entry').set(taken).execute()),
      isUniqueViolation,
    )
  })

  test(`an entry can be moved before another; the times stay the same (${engine})`, async () => {
    await using it = await aQueue(
      engine,
      'monday 17:00',
      'tuesday 17:00',
      'wednesday 17:00',
      'thursday 17:00',
    )
    const ids = await drafts(it.world, 'Add apples', 'Add bread', 'Add cheese', 'Add dates', 'Add eggs')
    const [a = '', b = '', c = '', d = '', e = ''] = ids
    for (const id of [a, b, c, d]) await it.next(id)
    await it.at(e, '2026-03-03T12:00Z')
    const before = await reload(it.world, { id: d })
    const move = (id: string, to: string | null, seen?: number) =>
      it.db.write(tx => moveInQueue(tx, it.action, id, to, { seen, accountId: it.account.id }))
    const moved = await move(d, b, before.version)
    assert.deepEqual(
      moved.map(entry => entry.title),
      ['Add dates', 'Add bread', 'Add cheese'],
    )
    assert.deepEqual(await it.queue(), [
      '03-02T17:00* Add apples',
      '03-03T12:00 Add eggs',
      '03-03T17:00* Add dates',
      '03-04T17:00* Add bread',
      '03-05T17:00* Add cheese',
    ])
    await assert.rejects(move(d, null, before.version), code('conflict'))
    await move(a, null)
    assert.equal((await it.queue()).at(-1), '03-05T17:00* Add apples')
    await assert.rejects(move(e, a), code('conflict'))
    await assert.rejects(move(a, e), code('conflict'))
    assert.deepEqual(await move(a, null), [])
  })

  test(`changing the schedule or the time zone reschedules the queue in order; fixed times stay (${engine})`, async () => {
    await using it = await aQueue(engine, 'monday 17:00', 'wednesday 17:00')
    const [a = '', b = '', c = ''] = await drafts(it.world, 'Add apples', 'Add bread', 'Add cheese')
    await it.next(a)
    await it.next(b)
    await it.at(c, '2026-03-03T12:00Z')
    const { rescheduled } = await it.add('tuesday 08:00')
    assert.deepEqual(
      [rescheduled.moved.map(entry => entry.title), rescheduled.stayed.map(entry => entry.title)],
      [['Add bread'], ['Add cheese']],
    )
    const zoned = await it.db.write(tx =>
      changeSchedule(tx, it.action, it.account.id, { timeZone: 'america/new_york' }),
    )
    assert.equal(zoned.rescheduled.moved.length, 2)
    assert.deepEqual(await it.queue(), [
      '03-02T22:00* Add apples',
      '03-03T12:00 Add cheese',
      '03-03T13:00* Add bread',
    ])
    assert.equal((await accountById(it.db.read, it.account.id)).timeZone, 'America/New_York')
    const times = await it.db.read.selectFrom('schedule_time').select('id').execute()
    for (const { id } of times) await it.db.write(tx => removeTime(tx, it.action, it.account.id, id))
    // Removing the last time of the schedule leaves all entries in the queue.
    assert.deepEqual(
      (await it.queue()).map(line => line.includes('*')),
      [false, false, false],
    )
  })
}

test('a queued entry can be rescheduled, but not into the past', async () => {
  await using it = await aQueue('sqlite', 'monday 17:00')
  const [a = ''] = await drafts(it.world, 'Add apples')
  await assert.rejects(it.at(a, '2026-03-02T08:59Z'), code('invalid_parameter'))
  await it.at(a, '2026-04-01T12:00Z')
  const { action } = it
  await it.db.write(tx => requeueEntry(tx, action, a, { at: 'next' }))
  assert.deepEqual(await it.queue(), ['03-02T17:00* Add apples'])
  await assert.rejects(it.next(a), code('conflict'))
  const stale = { at: 'next', seen: 1 } as const
  await assert.rejects(
    it.db.write(tx => requeueEntry(tx, action, a, stale)),
    code('conflict'),
  )
})

for (const engine of ENGINES)
  test(`an edition and entries go out at times of their own, also where these meet (${engine})`, async () => {
    await using it = await aQueue(engine, 'friday 10:00')
    await it.db.write(tx => publishInEditions(tx, it.action, it.account.id))
    const { edition } = await editionOf(it.world)
    const [a = '', b = ''] = await drafts(it.world, 'Add apples', 'Add bread')
    for (const id of [a, edition.id, b]) await it.next(id)
    const [first = '', second = '', third = ''] = await it.queue()
    assert.deepEqual([first, second].toSorted(), ['03-06T10:00* Add apples', `03-06T10:00* ${edition.title}`])
    assert.equal(third, '03-13T10:00* Add bread')
    await assert.rejects(
      it.db.write(tx => moveInQueue(tx, it.action, edition.id, a)),
      code('conflict'),
    )
    await it.db.write(tx => endEditions(tx, it.action, it.account.id))
    assert.deepEqual(await it.queue(), ['03-06T10:00* Add apples', '03-13T10:00* Add bread'])
  })

test('an edition of one set, a release that takes one entry, and a time without a day are refused', async () => {
  await using it = await aQueue('sqlite')
  const mobile = await it.aSet('Mobile')
  const friday = aTime('friday 10:00')
  for (const wrong of [
    { ...friday, takes: 'edition', setId: mobile.id },
    { ...friday, every: 'release', at: null },
    { ...friday, every: 'release', takes: 'edition' },
    { ...friday, at: null },
  ] as const)
    await assert.rejects(
      it.db.write(tx => addTime(tx, it.action, it.account.id, wrong)),
      code('invalid_parameter'),
    )
})

test('a time cannot be added twice, nor removed by another account', async () => {
  await using it = await aQueue('sqlite', 'monday 17:00')
  await assert.rejects(it.add('monday 17:00'), code('conflict'))
  const { id } = await it.db.read.selectFrom('schedule_time').select('id').executeTakeFirstOrThrow()
  await assert.rejects(
    it.db.write(tx => removeTime(tx, it.action, 'another', id)),
    code('not_found'),
  )
  for (const wrong of [{ timeZone: 'Mars' }, { language: '?' }])
    await assert.rejects(
      it.db.write(tx => changeSchedule(tx, it.action, it.account.id, wrong)),
      code('invalid_parameter'),
    )
})
