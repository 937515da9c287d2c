import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queueEntry, requeueEntry, unqueueEntry } from '#changelog/publishing/queue.ts'
import { ENGINES, onPostgres } from '#testing/databases.ts'
import { aWorld, type World } from '#testing/world.ts'
import { ENTRY_STATES, type Entry, type EntryState } from './entry.ts'
import { listEntries } from './list.ts'
import { entryById } from './store.ts'
import { dismissEntry, publishEntry, restoreEntry, withdrawEntry } from './transitions.ts'

const LATER = Date.parse('2026-04-01T10:00:00Z')

const MOVES: Record<string, (world: World, id: string) => Promise<Entry>> = {
  queue: ({ db, action }, id) => db.write(tx => queueEntry(tx, action, id, { at: LATER })),
  requeue: ({ db, action }, id) => db.write(tx => requeueEntry(tx, action, id, { at: LATER + 1 })),
  unqueue: ({ db, action }, id) => db.write(tx => unqueueEntry(tx, action, id)),
  publish: ({ db, action }, id) => db.write(tx => publishEntry(tx, action, id)),
  dismiss: ({ db, action }, id) => db.write(tx => dismissEntry(tx, action, id)),
  restore: ({ db, action }, id) => db.write(tx => restoreEntry(tx, action, id)),
  withdraw: ({ db, action }, id) => db.write(tx => withdrawEntry(tx, action, id)),
}

/** All transitions that are allowed; every other one is a conflict. */
const ALLOWED: Record<EntryState, Record<string, EntryState>> = {
  draft: { queue: 'queued', publish: 'published', dismiss: 'dismissed' },
  queued: { requeue: 'queued', unqueue: 'draft', publish: 'published', dismiss: 'dismissed' },
  published: { withdraw: 'withdrawn' },
  dismissed: { restore: 'draft' },
  withdrawn: { publish: 'published' },
}

const WAY_TO: Record<EntryState, string[]> = {
  draft: [],
  queued: ['queue'],
  published: ['publish'],
  dismissed: ['dismiss'],
  withdrawn: ['publish', 'withdraw'],
}

const PLACE: Record<EntryState, string> = {
  draft: 'drafted',
  queued: 'queued',
  published: 'announced',
  dismissed: 'dismissed',
  withdrawn: 'dismissed',
}

async function aDraft(world: World, title: string): Promise<string> {
  world.merge(`feat: ${title}`)
  await world.settle({ publish: false })
  const listed = await listEntries(world.db.read, { accountId: world.account.id })
  const found = listed.find(one => one.entry.title === title)
  assert.ok(found, `no draft of "${title}"`)
  return found.entry.id
}

for (const engine of ENGINES) {
  test(`each state allows its own transitions; any other is a conflict that changes nothing (${engine})`, async () => {
    await using world = await aWorld(engine)
    for (const state of ENTRY_STATES) {
      for (const [name, move] of Object.entries(MOVES)) {
        const title = `Add a ${name} button to ${state} reports`
        const id = await aDraft(world, title)
        for (const step of WAY_TO[state]) await MOVES[step]?.(world, id)
        const before = await entryById(world.db.read, id)
        const next = ALLOWED[state][name]
        if (next) assert.equal((await move(world, id)).state, next)
        else await assert.rejects(move(world, id), { code: 'conflict' }, `${name} of a ${state} entry`)
        const after = await entryById(world.db.read, id)
        if (!next) assert.deepEqual(after, before)
        const pulls = await world.ledger()
        assert.ok(
          pulls.includes(`${PLACE[after.state]} feat: ${title}`),
          `${after.state}: ${pulls.join('; ')}`,
        )
      }
    }
  })
}

test('a withdrawn entry is published again with the same id and date, and stays promoted meanwhile', async () => {
  await using world = await aWorld()
  const id = await aDraft(world, 'Export reports as CSV')
  const published = await world.db.write(tx => publishEntry(tx, world.action, id))
  world.clock.advance(5_000)
  await world.db.write(tx => withdrawEntry(tx, world.action, id))
  const row = await world.db.read
    .selectFrom('pull_request')
    .select(['promoted_at', 'place'])
    .executeTakeFirstOrThrow()
  assert.equal(row.promoted_at, published.updatedAt)
  world.clock.advance(5_000)
  const again = await world.db.write(tx => publishEntry(tx, world.action, id))
  assert.deepEqual(again, { ...published, version: again.version })
})

test('every change of a feed raises its revision and moves its date by at least a second', async () => {
  await using world = await aWorld()
  const set = await world.aSet('Mobile')
  const id = await aDraft(world, 'Export reports as CSV')
  const feeds = () =>
    world.db.read.selectFrom('feed').select(['set_id', 'revision', 'changed_at']).orderBy('set_id').execute()
  const before = await feeds()
  await world.db.write(tx => publishEntry(tx, world.action, id, { setId: set.id }))
  await world.db.write(tx => withdrawEntry(tx, world.action, id))
  for (const [index, feed] of (await feeds()).entries()) {
    assert.equal(feed.revision, (before[index]?.revision ?? 0) + 2)
    assert.ok(feed.changed_at >= (before[index]?.changed_at ?? 0) + 2_000)
  }
})

test('the date of a feed grows with each change, even if the clock stops or is set back', async () => {
  await using world = await aWorld()
  const id = await aDraft(world, 'Export reports as CSV')
  const date = async () =>
    (await world.db.read.selectFrom('feed').select('changed_at').executeTakeFirstOrThrow()).changed_at
  await world.db.write(tx => publishEntry(tx, world.action, id))
  const first = await date()
  for (let i = 0; i < 10; i++) {
    await world.db.write(tx => withdrawEntry(tx, world.action, id))
    await world.db.write(tx => publishEntry(tx, world.action, id))
  }
  assert.equal(await date(), first + 20_000)
  world.clock.advance(-3_600_000)
  await world.db.write(tx => withdrawEntry(tx, world.action, id))
  assert.equal(await date(), first + 21_000)
})

onPostgres(
  'of two people who move the same entry at once, one succeeds and the other gets a conflict',
  async () => {
    await using world = await aWorld('postgres')
    const id = await aDraft(world, 'Export reports as CSV')
    const both = await Promise.allSettled([MOVES.publish?.(world, id), MOVES.dismiss?.(world, id)])
    assert.deepEqual(both.map(one => one.status).sort(), ['fulfilled', 'rejected'])
    const { n } = await world.db.read
      .selectFrom('activity')
      .select(b => b.fn.countAll<number>().as('n'))
      .where('subject', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(n, 1)
  },
)

test('an entry can be filed only under a set of its own account', async () => {
  await using world = await aWorld()
  const id = await aDraft(world, 'Export reports as CSV')
  const foreign = publishing(world, id, '0b0f0b0e-0000-4000-8000-000000000000')
  await assert.rejects(foreign, { code: 'not_found' })
  assert.deepEqual(await world.entries(), ['draft Export reports as CSV'])
})

const publishing = ({ db, action }: World, id: string, setId: string) =>
  db.write(tx => publishEntry(tx, action, id, { setId }))
