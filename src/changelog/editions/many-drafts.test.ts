import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '#changelog/entries/entry.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import type { Magnitude } from '#judgement/classification/classification.ts'
import { ENGINES } from '#testing/databases.ts'
import { reload } from '#testing/drafts.ts'
import { aWeeklyWorld, editionOf, goOut, put } from '#testing/editions.ts'
import { longestTurn, processorTime } from '#testing/processor-time.ts'
import { mergePulls } from '#testing/under-fire/harness.ts'
import type { World } from '#testing/world.ts'
import { sizeNow } from './items.ts'
import { EDITION_SIZE, inReadingOrder } from './layout.ts'

/** Merges pull requests with the numbers from `from` on, all at a later second than before; they become drafts. */
async function drafts(world: World, from: number, many: number, magnitude: Magnitude): Promise<void> {
  world.clock.advance(1_000)
  await mergePulls(world.db, world.action, world.account.id, { from, many, magnitude })
}

async function draftOf(world: World, number: number): Promise<Entry> {
  const listed = await listEntries(world.db.read, { accountId: world.account.id })
  return listed.find(({ entry }) => entry.title === `News number ${number}`)?.entry ?? assert.fail()
}

for (const engine of ENGINES) {
  test(`an edition has a size: what weighs least waits for the next one, and what a person placed is in it (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    await drafts(world, 1, 1, 'patch')
    await drafts(world, 2, EDITION_SIZE + 50, 'patch')
    await drafts(world, 500, 1, 'major')
    const least = await draftOf(world, 1)
    const of = async () => {
      const { layout, edition, more } = await editionOf(world)
      const told = inReadingOrder(layout).map(({ title }) => title)
      const size = await sizeNow(world.db.read, edition)
      return { told, size, full: layout.leftOut.map(({ item, reason }) => `${reason} ${item.title}`), more }
    }
    const before = await of()
    assert.deepEqual([before.told.length, before.size], [EDITION_SIZE, EDITION_SIZE])
    assert.ok(before.told.includes('News number 500') && !before.told.includes(least.title))
    assert.deepEqual([before.full.length, before.more], [50, 2], 'the oldest of equal weight is the last')
    await put(world, least, { part: 'line' })
    const after = await of()
    assert.ok(after.told.includes(least.title) && after.told.includes('News number 500'))
    assert.deepEqual([after.told.length, after.full.length, after.more], [EDITION_SIZE, 50, 2])
    await goOut(world)
    assert.equal((await reload(world, least)).state, 'published')
    assert.equal((await of()).told.length, 52, 'the rest is in the next one')
  })

  test(`with thousands of open drafts an edition is laid out and arranged, and nobody else waits (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    for (let from = 1; from <= 4_000; from += 500) await drafts(world, from, 500, 'patch')
    const { layout, edition } = await editionOf(world)
    const [first, second] = inReadingOrder(layout)
    assert.ok(first && second)
    const used = processorTime()
    for (let time = 0; time < 5; time++) {
      await put(world, first.entry, { part: time % 2 === 0 ? 'story' : 'out' })
      await sizeNow(world.db.read, edition)
    }
    assert.ok(used() < 500, `five placements took ${Math.round(used())} ms`)
    const longest = await longestTurn(put(world, second.entry, { part: 'line', before: null }))
    assert.ok(longest < 150, `others waited for ${Math.round(longest)} ms of processor time`)
    assert.ok((await longestTurn(goOut(world))) < 200)
  })
}

for (const engine of ENGINES)
  test(`an edition is one change of the feeds, whose date is that of the clock (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    await drafts(world, 1, 30, 'patch')
    const feed = () =>
      world.db.read
        .selectFrom('feed')
        .select(['revision', 'changed_at'])
        .where('account_id', '=', world.account.id)
        .executeTakeFirstOrThrow()
    const before = await feed()
    world.clock.advance(60_000)
    const edition = await goOut(world)
    assert.deepEqual(
      { ...(await feed()) },
      { revision: before.revision + 2, changed_at: world.clock.now() + 1_000 },
    )
    await world.db.write(tx => withdrawEntry(tx, world.action, edition.id))
    assert.equal((await feed()).revision, before.revision + 4)
  })
