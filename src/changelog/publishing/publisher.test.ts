import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { entryById } from '#changelog/entries/store.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { nextUndo } from '#changelog/inbox/next-undo.ts'
import type { Engine } from '#platform/db/database.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft } from '#testing/drafts.ts'
import { aWorld } from '#testing/world.ts'
import { pauseQueue, pausesOf, resumeQueue } from './pauses.ts'
import { publishDue } from './publisher.ts'
import { publishSoon, queuedIn, queueEntry, requeueEntry } from './queue.ts'
import { addTime } from './schedule.ts'

const HOUR = 3_600_000

async function aQueue(engine: Engine) {
  const world = await aWorld(engine)
  const { db, action, account } = world
  return {
    ...world,
    world,
    /** Queues a draft with this title, to go out in `inMs` milliseconds. */
    async queue(title: string, inMs: number): Promise<string> {
      const { id } = await aDraft(world, title)
      await db.write(tx => queueEntry(tx, action, id, { at: world.clock.now() + inMs }))
      return id
    },
    publish: () => publishDue(db, { ...action, actor: 'queue' }),
    pause: (line: string) => db.write(tx => pauseQueue(tx, action, account.id, line)),
    resume: (line: string) => db.write(tx => resumeQueue(tx, action, account.id, line)),
    /** The titles of published entries in the order in which they went out. */
    async out(): Promise<string[]> {
      const rows = await db.read
        .selectFrom('activity')
        .innerJoin('entry', 'entry.id', 'activity.subject')
        .select('entry.title')
        .where('activity.action', '=', 'published')
        .orderBy('activity.at')
        .execute()
      return rows.map(row => row.title)
    },
  }
}

for (const engine of ENGINES) {
  test(`a queued entry is published once, at its time and not before (${engine})`, async () => {
    await using it = await aQueue(engine)
    const id = await it.queue('Export reports', 60_000)
    const at = it.clock.now() + 60_000
    it.clock.advance(59_999)
    assert.equal(await it.publish(), 0)
    it.clock.advance(1)
    const both = await Promise.all([it.publish(), it.publish()])
    assert.deepEqual(both.sort(), [0, 1])
    const entry = await it.db.read
      .selectFrom('entry')
      .select(['id', 'state', 'published_at'])
      .executeTakeFirstOrThrow()
    assert.deepEqual({ ...entry }, { id, state: 'published', published_at: at })
    assert.deepEqual(await it.ledger(), ['announced feat: Export reports'])
  })

  test(`after downtime due entries are published in order; those too late wait for a person (${engine})`, async () => {
    await using it = await aQueue(engine)
    await it.queue('Add cheese', 30 * HOUR)
    const late = await it.queue('Add apples', 1 * HOUR)
    await it.queue('Add bread', 20 * HOUR)
    const gone = await it.queue('Add nuts', 2 * HOUR)
    await it.queue('Add tea', 60 * HOUR)
    it.clock.advance(40 * HOUR)
    // A clock that advances each time it is read, so that the order of publications can be told.
    const later = () => {
      it.clock.advance(1)
      return it.clock.now()
    }
    Object.defineProperty(it.db, 'now', { get: () => sql`${sql.lit(later())}` })
    const counts = await Promise.all([it.publish(), it.publish(), it.publish()])
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      2,
    )
    assert.deepEqual(await it.out(), ['Add bread', 'Add cheese'])
    const waiting = await it.db.read
      .selectFrom('entry')
      .select(['id', 'state'])
      .where('late', '=', 1)
      .orderBy('queued_for')
      .execute()
    assert.deepEqual(
      waiting.map(({ id, state }) => [id, state]),
      [
        [late, 'queued'],
        [gone, 'queued'],
      ],
    )
    await it.db.write(tx => publishEntry(tx, it.action, gone))
    await it.db.write(tx => requeueEntry(tx, it.action, late, { at: it.clock.now() + HOUR }))
    it.clock.advance(2 * HOUR)
    assert.equal(await it.publish(), 1)
    assert.deepEqual(await it.out(), ['Add bread', 'Add cheese', 'Add nuts', 'Add apples'])
  })

  test(`a paused queue publishes nothing; after it resumes, entries are published or wait for a person (${engine})`, async () => {
    await using it = await aQueue(engine)
    const set = await it.aSet('Mobile')
    await it.queue('Add apples', HOUR)
    const two = await it.queue('Add bread', HOUR)
    await it.db.write(tx => tx.updateTable('entry').set({ set_id: set.id }).where('id', '=', two).execute())
    await it.pause('all')
    it.clock.advance(2 * HOUR)
    assert.equal(await it.publish(), 0)
    await it.pause(set.id)
    await it.resume('all')
    assert.equal(await it.publish(), 1)
    assert.deepEqual(await it.out(), ['Add apples'])
    it.clock.advance(48 * HOUR)
    assert.equal(await it.publish(), 0)
    await it.resume(set.id)
    await it.resume(set.id)
    assert.equal(await it.publish(), 0)
    const { late, state } = await it.db.read
      .selectFrom('entry')
      .select(['late', 'state'])
      .where('id', '=', two)
      .executeTakeFirstOrThrow()
    assert.deepEqual([late, state], [1, 'queued'])
    const log = await it.db.read
      .selectFrom('activity')
      .select(['action', 'subject'])
      .where(sql<boolean>`action like 'queue %'`)
      .orderBy('at')
      .orderBy('action')
      .execute()
    assert.deepEqual(
      log.map(({ action, subject }) => `${action} ${subject === set.id ? 'set' : subject}`),
      [...['queue paused all', 'queue paused set', 'queue resumed all', 'queue resumed set']],
    )
  })
}

for (const engine of ENGINES)
  test(`a pause with an end moves what is queued behind it in its order, and ends by itself (${engine})`, async () => {
    await using it = await aQueue(engine)
    const { db, action, account, clock } = it
    const lane = { accountId: account.id, setId: null, takes: 'entry' } as const
    for (const weekday of ['monday', 'thursday'] as const)
      await db.write(tx =>
        addTime(tx, action, account.id, { ...lane, every: 'week', at: { weekday, minute: 600 } }),
      )
    const ids: string[] = []
    for (const title of ['Add apples', 'Add bread', 'Add cheese']) {
      const { id } = await aDraft(it.world, title)
      ids.push(id)
      await db.write(tx => queueEntry(tx, action, id, { at: 'next' }))
    }
    const times = async () =>
      (await queuedIn(db.read, lane)).map(({ id, queuedFor }) => [ids.indexOf(id), queuedFor])
    const before = await times()
    const until = (before[1]?.[1] ?? 0) + HOUR
    const acting = () => ({ ...action, change: { id: action.ids.next() } })
    const pause = (end: number | null) => db.write(tx => pauseQueue(tx, acting(), account.id, 'all', end))
    await assert.rejects(pause(clock.now()), { code: 'invalid_parameter' })
    await pause(until)
    const paused = await times()
    assert.deepEqual(
      paused.map(([id]) => id),
      [0, 1, 2],
    )
    assert.equal(paused[0]?.[1], before[2]?.[1], 'the first time after the pause')
    const person = { accountId: account.id, actor: action.actor, since: 0, now: clock.now() }
    const { change, final } = await nextUndo(db.read, person)
    assert.deepEqual([change, final?.resumes], [null, 'all'], 'what the pause moved is undone with the pause')
    await it.resume('all')
    assert.deepEqual(await times(), before, 'resumed early, each is where it was')
    await pause(null)
    await pause(until)
    assert.deepEqual(await times(), paused, 'a pause without an end gets one')
    const fixed = await it.queue('Add dates', HOUR)
    clock.advance(until - 1 - clock.now())
    assert.equal(await it.publish(), 0)
    assert.deepEqual(
      (await pausesOf(db.read, account.id, clock.now())).map(one => one.until),
      [until],
    )
    clock.advance(1)
    await it.publish()
    assert.deepEqual(await pausesOf(db.read, account.id, clock.now()), [])
    assert.equal((await entryById(db.read, fixed)).state, 'queued', 'late: more than a day after its time')
    clock.advance((paused[0]?.[1] ?? 0) + 1 - clock.now())
    assert.equal(await it.publish(), 1)
    assert.deepEqual(await it.out(), ['Add apples'])
  })

test('a clock set back publishes nothing early and nothing twice', async () => {
  await using it = await aQueue('sqlite')
  await it.queue('Add apples', HOUR)
  await it.queue('Add bread', 2 * HOUR)
  it.clock.advance(HOUR)
  assert.equal(await it.publish(), 1)
  it.clock.advance(-5 * HOUR)
  assert.equal(await it.publish(), 0)
  it.clock.advance(6 * HOUR)
  assert.equal(await it.publish(), 1)
  assert.deepEqual((await it.out()).toSorted(), ['Add apples', 'Add bread'])
})

test('a process whose clock is ahead of the database publishes nothing early', async () => {
  await using it = await aQueue('sqlite')
  await it.queue('Add apples', HOUR)
  const ahead = { now: () => it.clock.now() + 10 * HOUR }
  assert.equal(await publishDue(it.db, { ...it.action, clock: ahead }), 0)
  it.clock.advance(HOUR)
  assert.equal(await publishDue(it.db, { ...it.action, clock: ahead }), 1)
  const { published_at } = await it.db.read
    .selectFrom('entry')
    .select('published_at')
    .executeTakeFirstOrThrow()
  assert.equal(published_at, it.clock.now())
})

test('a pause or a move between selection and publication is respected', async () => {
  await using it = await aQueue('sqlite')
  const id = await it.queue('Add apples', HOUR)
  it.clock.advance(HOUR)
  const at = it.clock.now() + HOUR
  const deeds = [
    () => it.pause('all'),
    () => it.db.write(tx => requeueEntry(tx, it.action, id, { at })).then(() => it.resume('all')),
  ]
  for (const deed of deeds) {
    const write: typeof it.db.write = async work => {
      await deed()
      return it.db.write(work)
    }
    const hurried = Object.defineProperty({ ...it.db, write }, 'now', { get: () => it.db.now })
    assert.equal(await publishDue(hurried, it.action), 0)
    assert.equal((await entryById(it.db.read, id)).state, 'queued')
    await it.resume('all')
  }
  it.clock.advance(HOUR)
  assert.equal(await it.publish(), 1)
})

test('an entry that cannot be published does not block the others', async () => {
  await using it = await aQueue('sqlite')
  const stuck = await it.queue('Add stones', HOUR)
  await it.queue('Add figs', 2 * HOUR)
  await it.db.write(tx =>
    sql`create trigger stuck before update on entry when old.id = ${sql.lit(stuck)}
      begin select raise(abort, 'no'); end`.execute(tx),
  )
  it.clock.advance(3 * HOUR)
  assert.equal(await it.publish(), 1)
  assert.deepEqual(await it.out(), ['Add figs'])
})

test('what a person publishes right away is theirs in the activity log, what the queue publishes is not', async () => {
  await using world = await aWorld()
  const [now, later] = [await aDraft(world, 'Export reports as CSV'), await aDraft(world, 'Add a dark theme')]
  const ann = { ...world.action, actor: 'ann' }
  await world.db.write(tx => publishSoon(tx, ann, now.id))
  await world.db.write(tx => queueEntry(tx, ann, later.id, { at: world.clock.now() + 20_000 }))
  world.clock.advance(20_000)
  await publishDue(world.db, { ...world.action, actor: 'queue' })
  const rows = await world.db.read
    .selectFrom('activity')
    .select(['subject', 'actor'])
    .where('action', '=', 'published')
    .execute()
  const actorOf = Object.fromEntries(rows.map(({ subject, actor }) => [subject, actor]))
  assert.deepEqual([actorOf[now.id], actorOf[later.id]], ['ann', 'queue'])
})
