import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queueEntry, requeueEntry, unqueueEntry } from '#changelog/publishing/queue.ts'
import type { Tx } from '#platform/db/schema.ts'
import { ENGINES } from '#testing/databases.ts'
import { aWorld, type World } from '#testing/world.ts'
import { editEntry } from './edit.ts'
import type { Entry } from './entry.ts'
import type { EntryContext, EntryEffects } from './entry-effects.ts'
import { listEntries } from './list.ts'
import { entryById } from './store.ts'
import { dismissEntry, publishEntry, restoreEntry, withdrawEntry } from './transitions.ts'

const LATER = Date.parse('2026-04-01T10:00:00Z')

type Transition = (tx: Tx, context: EntryContext, id: string) => Promise<Entry>

/** The life of one entry, and the effect that each step has. */
const LIFE: readonly (readonly [name: string, effect: keyof EntryEffects | null, Transition])[] = [
  ['edit a draft', 'edited', (tx, context, id) => editEntry(tx, context, id, { title: 'Exports in CSV' })],
  ['queue', 'queued', (tx, context, id) => queueEntry(tx, context, id, { at: LATER })],
  ['queue for another time', null, (tx, context, id) => requeueEntry(tx, context, id, { at: LATER + 1 })],
  [
    'edit what is queued',
    'edited',
    (tx, context, id) => editEntry(tx, context, id, { body: 'With headers.' }),
  ],
  ['unqueue', null, unqueueEntry],
  ['dismiss', null, dismissEntry],
  ['restore', null, restoreEntry],
  ['publish', 'published', publishEntry],
  [
    'edit what is published',
    'edited',
    (tx, context, id) => editEntry(tx, context, id, { title: 'CSV exports' }),
  ],
  ['change nothing', null, (tx, context, id) => editEntry(tx, context, id, { title: 'CSV exports' })],
  ['withdraw', 'withdrawn', withdrawEntry],
  ['publish again', 'published', publishEntry],
]

/** Effects that all do the same. */
function effectsThat(run: (name: keyof EntryEffects, tx: Tx, entry: Entry, before: Entry) => Promise<void>) {
  const effect = (name: keyof EntryEffects) => (tx: Tx, _: EntryContext, entry: Entry, before: Entry) =>
    run(name, tx, entry, before)
  const effects: EntryEffects = {
    queued: effect('queued'),
    published: effect('published'),
    withdrawn: effect('withdrawn'),
    edited: effect('edited'),
  }
  return effects
}

async function aDraft(world: World): Promise<Entry> {
  world.merge('feat: export reports as CSV')
  await world.settle({ publish: false })
  const [listed] = await listEntries(world.db.read, { accountId: world.account.id })
  assert.ok(listed)
  return listed.entry
}

for (const engine of ENGINES) {
  test(`each transition calls its effect once, with the entry before and after (${engine})`, async () => {
    await using world = await aWorld(engine)
    const calls: { name: string; entry: Entry; before: Entry; stored: Entry }[] = []
    const effects = effectsThat(async (name, tx, entry, before) => {
      calls.push({ name, entry, before, stored: await entryById(tx, entry.id) })
    })
    let before = await aDraft(world)
    for (const [name, effect, transition] of LIFE) {
      calls.length = 0
      const context = { ...world.action, effects: [effects] }
      const entry = await world.db.write(tx => transition(tx, context, before.id))
      assert.deepEqual(calls, effect === null ? [] : [{ name: effect, entry, before, stored: entry }], name)
      before = entry
    }
  })

  test(`an effect that throws rolls the transition back (${engine})`, async () => {
    await using world = await aWorld(engine)
    const failing = effectsThat(async () => {
      throw new Error('The posts could not be stored.')
    })
    let before = await aDraft(world)
    for (const [name, effect, transition] of LIFE) {
      if (effect !== null) {
        const context = { ...world.action, effects: [failing] }
        await assert.rejects(
          world.db.write(tx => transition(tx, context, before.id)),
          /could not be stored/,
          name,
        )
        assert.deepEqual(await entryById(world.db.read, before.id), before, name)
      }
      before = await world.db.write(tx => transition(tx, world.action, before.id))
    }
  })

  test(`the writes of an effect commit or roll back with the transition (${engine})`, async () => {
    await using world = await aWorld(engine)
    const renaming = effectsThat(async (_, tx, entry) => {
      await tx.updateTable('account').set({ name: entry.title }).where('id', '=', entry.accountId).execute()
    })
    const context = { ...world.action, effects: [renaming] }
    const { id, title } = await aDraft(world)
    const accountName = async () =>
      (await world.db.read.selectFrom('account').select('name').executeTakeFirstOrThrow()).name
    await assert.rejects(
      world.db.write(async tx => {
        await publishEntry(tx, context, id)
        throw new Error('The connection is lost.')
      }),
    )
    assert.equal(await accountName(), 'Acme')
    await world.db.write(tx => publishEntry(tx, context, id))
    assert.equal(await accountName(), title)
  })
}
