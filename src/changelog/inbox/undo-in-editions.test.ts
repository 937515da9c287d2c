import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withdrawAlone } from '#changelog/editions/publish.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { findFeed, readFeed } from '#changelog/feeds/read-feed.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, reload } from '#testing/drafts.ts'
import { aWeeklyWorld, goOut, publishById, put, toldIn } from '#testing/editions.ts'
import type { World } from '#testing/world.ts'
import { undoItem } from './undo.ts'

const [CSV, THEME] = ['Add exports of reports as CSV', 'Add a dark theme']

/** A person's change, and its undo a minute later. */
function aChange({ db, action, account, clock }: World) {
  const change = { id: action.ids.next() }
  const request = { accountId: account.id, changeId: change.id, requireRole() {} }
  return {
    context: { ...action, change },
    undo: (itemId: string) => {
      clock.advance(60_000)
      return db.write(tx => undoItem(tx, action, { ...request, itemId }))
    },
  }
}

/** What readers see of the feed: each item with the time of its last change and what it tells. */
async function readersSee({ db, account }: World) {
  const found = await findFeed(db.read, account.publicId, null)
  assert.ok(found)
  const { entries } = await readFeed(db.read, found, { baseUrl: '', address: '/changelog/x', docs: '/docs' })
  return entries.map(({ id, updated, text }) => ({
    id,
    updated,
    tells: [CSV, THEME].filter(title => text.includes(title)),
  }))
}

for (const engine of ENGINES) {
  test(`an entry withdrawn from an edition changes the edition for readers, and an undo puts it back in (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const csv = await aDraft(world, CSV)
    await aDraft(world, THEME)
    const { id } = await goOut(world)
    const out = await reload(world, csv)
    const at = world.clock.now()
    assert.deepEqual(await readersSee(world), [{ id, updated: at, tells: [CSV, THEME] }])

    world.clock.advance(60_000)
    const { context, undo } = aChange(world)
    await world.db.write(tx => withdrawEntry(tx, context, csv.id))
    assert.deepEqual(await readersSee(world), [{ id, updated: at + 60_000, tells: [THEME] }])
    await undo(csv.id)
    assert.deepEqual(await readersSee(world), [{ id, updated: at + 120_000, tells: [CSV, THEME] }])
    assert.deepEqual((await reload(world, csv)).edition, out.edition)
  })

  test(`an edition is withdrawn with its last entry, and comes back when that is undone (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const [csv, theme] = [await aDraft(world, CSV), await aDraft(world, THEME)]
    const { id } = await goOut(world)
    const [first, last] = [aChange(world), aChange(world)]
    await world.db.write(tx => withdrawEntry(tx, first.context, csv.id))
    await world.db.write(tx => withdrawEntry(tx, last.context, theme.id))
    assert.deepEqual(await readersSee(world), [])
    assert.equal((await reload(world, { id })).state, 'withdrawn')
    await assert.rejects(
      world.db.write(tx => publishById(tx, world.action, id)),
      { code: 'conflict', message: /nothing in this edition/ },
    )
    const tells = async () => (await readersSee(world)).map(item => [item.id, item.tells])
    await last.undo(theme.id)
    assert.deepEqual(await tells(), [[id, [THEME]]])
    await first.undo(csv.id)
    assert.deepEqual(await tells(), [[id, [CSV, THEME]]])
  })

  test(`two people who withdraw the last two entries at once leave no empty edition (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const drafts = [await aDraft(world, CSV), await aDraft(world, THEME)]
    const edition = await goOut(world)
    await Promise.all(drafts.map(({ id }) => world.db.write(tx => withdrawEntry(tx, world.action, id))))
    assert.equal((await reload(world, edition)).state, 'withdrawn')
  })

  test(`an edition whose entries were kept does not come back with one that had left it before (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const [csv, theme] = [await aDraft(world, CSV), await aDraft(world, THEME)]
    const { id } = await goOut(world)
    const { context, undo } = aChange(world)
    await world.db.write(tx => withdrawEntry(tx, context, csv.id))
    await world.db.write(tx => withdrawAlone(tx, world.action, id))
    await undo(csv.id)
    assert.deepEqual((await readersSee(world)).map(item => item.id).sort(), [csv.id, theme.id].sort())
    await assert.rejects(
      world.db.write(tx => publishById(tx, world.action, id)),
      { code: 'conflict', message: /nothing in this edition/ },
    )
  })

  test(`an entry comes back by itself where its edition was withdrawn meanwhile (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const csv = await aDraft(world, CSV)
    await aDraft(world, THEME)
    const edition = await goOut(world)
    const { context, undo } = aChange(world)
    await world.db.write(tx => withdrawEntry(tx, context, csv.id))
    await world.db.write(tx => withdrawEntry(tx, world.action, edition.id))
    await undo(csv.id)
    assert.deepEqual(
      (await readersSee(world)).map(item => item.id),
      [csv.id],
    )
  })

  test(`a draft that was published alone returns to its place in the open edition (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const csv = await aDraft(world, CSV)
    await aDraft(world, THEME)
    await put(world, csv, { part: 'out' })
    const before = await toldIn(world)
    const { context, undo } = aChange(world)
    await world.db.write(tx => publishById(tx, context, csv.id))
    await undo(csv.id)
    assert.deepEqual(await toldIn(world), before)
  })
}
