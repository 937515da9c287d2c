import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editEntry } from '#changelog/entries/edit.ts'
import { formatOf } from '#changelog/entries/images/picture.ts'
import { publishEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, reload } from '#testing/drafts.ts'
import { aJobRun } from '#testing/jobs.ts'
import { PAGE_CONTEXT } from '#testing/served.ts'
import { aWorld, type World } from '#testing/world.ts'
import { changePage } from '../settings.ts'
import { cardEffects, cardJobs, entryCardPicture, pruneCards } from './cards.ts'

const DAY = 86_400_000

async function aWorldWithPage(...[engine]: Parameters<typeof aWorld>): Promise<World> {
  const world = await aWorld(engine)
  const { db, account } = world
  const action = { ...world.action, effects: [cardEffects] }
  await db.write(tx => changePage(tx, { ...PAGE_CONTEXT, ...action }, account.id, { isOn: true }))
  return { ...world, action }
}

/** Runs the waiting jobs and returns their number. */
async function paintCards({ db, clock }: World): Promise<number> {
  const jobs = await db.read.selectFrom('job').select(['id', 'payload']).execute()
  for (const { id, payload } of jobs) {
    const store = await cardJobs({ db, clock }).run(JSON.parse(payload), aJobRun(null))
    await db.write(store)
    await db.write(tx => tx.deleteFrom('job').where('id', '=', id).execute())
  }
  return jobs.length
}

const stored = async ({ db }: World) => db.read.selectFrom('card').select('bytes').execute()

for (const engine of ENGINES) {
  test(`a card is painted when its entry is published or edited, and shown from there (${engine})`, async () => {
    await using world = await aWorldWithPage(engine)
    const { db, action, clock } = world
    const draft = await aDraft(world, 'Export reports as CSV')
    await db.write(tx => publishEntry(tx, action, draft.id))
    assert.equal(await paintCards(world), 1)
    await db.write(tx => editEntry(tx, action, draft.id, { title: 'Export all reports as CSV' }))
    assert.equal(await paintCards(world), 1)
    const cards = await stored(world)
    assert.deepEqual(
      cards.map(({ bytes }) => formatOf(bytes)),
      ['png', 'png'],
    )
    await db.write(tx =>
      tx
        .updateTable('card')
        .set({ bytes: Buffer.from('stored') })
        .execute(),
    )
    const shown = await entryCardPicture(db.read, await reload(world, draft))
    assert.equal(Buffer.from(shown).toString(), 'stored')
    await db.write(tx => pruneCards(tx, clock.now() + 29 * DAY))
    assert.equal((await stored(world)).length, 2)
    await db.write(tx => pruneCards(tx, clock.now() + 31 * DAY))
    assert.equal((await stored(world)).length, 0)
  })
}

test('no card is painted ahead of drafts, imported history, or while the page is off', async () => {
  await using world = await aWorldWithPage()
  const { db, action, clock, account } = world
  const draft = await aDraft(world, 'Export reports as CSV')
  await db.write(tx => editEntry(tx, action, draft.id, { title: 'Export all reports' }))
  await db.write(tx => publishEntry(tx, action, draft.id, { at: clock.now() - 2 * DAY }))
  await db.write(tx => withdrawEntry(tx, action, draft.id))
  await db.write(tx => changePage(tx, { ...PAGE_CONTEXT, ...action }, account.id, { isOn: false }))
  const other = await aDraft(world, 'Filter invoices')
  await db.write(tx => publishEntry(tx, action, other.id))
  assert.equal(await paintCards(world), 0)
})
