import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { markdownRenderer } from '#platform/markup/markdown.ts'
import { ENGINES, onPostgres } from '#testing/databases.ts'
import { aDraft, pullId, reload } from '#testing/drafts.ts'
import { aWorld, type World } from '#testing/world.ts'
import { editEntry, illustrateEntry } from './edit.ts'
import type { Entry } from './entry.ts'
import { groupEntries, ungroupEntry } from './grouping.ts'
import { pictureFrom } from './images/picture.ts'
import { pullRequestIdsOf } from './store.ts'
import { dismissEntry, publishEntry, restoreEntry, withdrawEntry } from './transitions.ts'

const group = (world: World, entries: readonly { id: string }[], pullRequestIds: string[] = []) =>
  world.db.write(tx =>
    groupEntries(tx, world.action, world.account.id, {
      entryIds: entries.map(entry => entry.id),
      pullRequestIds,
    }),
  )
const ungroup = (world: World, { id }: { id: string }) =>
  world.db.write(tx => ungroupEntry(tx, world.action, id))

/** The parts of an entry that a person sees; ungrouping must restore all of them. */
const seen = ({ version: _, ...entry }: Entry) => entry

test('the text of a group does not tell what was fixed of something new', async () => {
  await using world = await aWorld()
  const [csv, pdf] = [
    await aDraft(world, 'Export reports as CSV'),
    await aDraft(world, 'Export reports as PDF'),
  ]
  const crash = await aDraft(world, 'Exports of reports do not crash')
  const fix = await world.db.write(tx => editEntry(tx, world.action, crash.id, { kind: 'fix' }))
  const { title, body } = await group(world, [csv, fix, pdf])
  assert.deepEqual([title, body], [csv.title, `- ${pdf.title}`])
})

test('no title makes a heading or a list of its own in the text of a group', async () => {
  await using world = await aWorld()
  const titles = [
    '# of seats in exports',
    '- and + keys',
    '+ adds rows',
    '12. day of a month',
    '3) as an answer',
  ]
  const drafts = [await aDraft(world, 'Export reports as CSV')]
  for (const [at, title] of titles.entries()) {
    const { id } = await aDraft(world, `Export reports number ${at}`)
    drafts.push(await world.db.write(tx => editEntry(tx, world.action, id, { title })))
  }
  const { body } = await group(world, drafts)
  const { html } = (await markdownRenderer())(body)
  assert.deepEqual(
    html.match(/<li>.*<\/li>/g),
    titles.map(title => `<li>${title}</li>`),
  )
})

for (const engine of ENGINES) {
  test(`drafts are grouped into one entry, and ungrouping restores them (${engine})`, async () => {
    await using world = await aWorld(engine)
    const csv = await aDraft(world, 'Export reports as CSV')
    const pdf = await aDraft(world, 'Export reports as PDF')
    const edited = await world.db.write(tx =>
      editEntry(tx, world.action, pdf.id, { body: 'A **person** wrote this.' }),
    )
    world.merge('ci: run the tests on two machines', { number: 9, files: ['.github/workflows/ci.yml'] })
    await world.settle({ publish: false })
    const one = await group(world, [edited, csv], [await pullId(world, 9)])
    assert.equal(one.title, 'Export reports as PDF')
    assert.equal(one.body, 'A **person** wrote this.\n\n- Export reports as CSV')
    assert.equal((await pullRequestIdsOf(world.db.read, one.id)).length, 3)
    const emptied = await reload(world, csv)
    assert.deepEqual([emptied.state, emptied.mergedInto, emptied.title], ['dismissed', one.id, csv.title])
    assert.deepEqual(
      (await world.ledger()).map(line => line.split(' ')[0]),
      ['drafted', 'drafted', 'drafted'],
    )
    const back = await ungroup(world, one)
    assert.deepEqual(back.map(entry => entry.id).sort(), [csv.id, pdf.id].sort())
    assert.deepEqual(seen(await reload(world, csv)), seen(csv))
    assert.deepEqual(seen(await reload(world, pdf)), seen(edited))
    assert.deepEqual((await world.ledger()).map(line => line.split(' ')[0]).sort(), [
      'drafted',
      'drafted',
      'internal',
    ])
    await assert.rejects(
      world.db.write(tx => restoreEntry(tx, world.action, one.id)),
      { code: 'conflict' },
    )
  })

  test(`a pull request is never in two live entries (${engine})`, async () => {
    await using world = await aWorld(engine)
    const [a, b, c] = [
      await aDraft(world, 'Export reports as CSV'),
      await aDraft(world, 'Export reports as PDF'),
      await aDraft(world, 'Add a dark theme'),
    ]
    const one = await group(world, [a, b])
    await assert.rejects(group(world, [a, c]), { code: 'conflict' })
    await assert.rejects(group(world, [c], [await pullId(world, 1)]), { code: 'conflict' })
    await assert.rejects(
      world.db.write(tx => restoreEntry(tx, world.action, a.id)),
      { code: 'conflict' },
    )
    await world.db.write(tx => dismissEntry(tx, world.action, one.id))
    await world.db.write(tx => restoreEntry(tx, world.action, a.id))
    assert.equal((await reload(world, a)).mergedInto, null)
    await assert.rejects(
      world.db.write(tx => restoreEntry(tx, world.action, one.id)),
      { code: 'conflict' },
    )
  })
}

test('a group has the first picture that one of its drafts has', async () => {
  await using world = await aWorld()
  const csv = await aDraft(world, 'Export reports as CSV')
  const pdf = await aDraft(world, 'Export reports as PDF')
  const blank = { create: { width: 8, height: 8, channels: 3, background: 'white' } } as const
  const picture = await pictureFrom(await sharp(blank).png().toBuffer(), 'acme')
  await world.db.write(tx => illustrateEntry(tx, world.action, pdf.id, { picture, alt: 'A report' }))
  assert.equal((await group(world, [csv, pdf])).image?.alt, 'A report')
})

for (const engine of ENGINES)
  test(`a group keeps the language that all its drafts have, and is to be looked at if one of them is (${engine})`, async () => {
    await using world = await aWorld(engine)
    const [csv, pdf, xml] = [
      await aDraft(world, 'Berichte als CSV'),
      await aDraft(world, 'Berichte als PDF'),
      await aDraft(world, 'Reports as XML'),
    ]
    const edit = (id: string, language: string) =>
      world.db.write(tx => editEntry(tx, world.action, id, { language }))
    const german = [await edit(csv.id, 'de'), await edit(pdf.id, 'de')]
    const flagged = (id: string) =>
      world.db.write(tx => tx.updateTable('entry').set({ flag: 'review' }).where('id', '=', id).execute())
    const inner = await group(world, german)
    assert.deepEqual([inner.language, inner.flag], ['de', null])
    await flagged(inner.id)
    const outer = await group(world, [xml, inner])
    assert.deepEqual([outer.language, outer.flag], [null, 'review'])
    assert.deepEqual(await reload(world, outer), outer)
  })

test('a group of groups is ungrouped one level at a time', async () => {
  await using world = await aWorld()
  const [a, b, c] = [
    await aDraft(world, 'Export reports as CSV'),
    await aDraft(world, 'Export reports as PDF'),
    await aDraft(world, 'Export reports as XML'),
  ]
  const inner = await group(world, [a, b])
  const outer = await group(world, [c, inner])
  assert.equal((await pullRequestIdsOf(world.db.read, outer.id)).length, 3)
  await ungroup(world, outer)
  assert.deepEqual(seen(await reload(world, inner)), seen(inner))
  await ungroup(world, inner)
  for (const entry of [a, b, c]) assert.deepEqual(seen(await reload(world, entry)), seen(entry))
})

test('only two or more drafts can be grouped, and only a group can be ungrouped', async () => {
  await using world = await aWorld()
  const [a, b] = [await aDraft(world, 'Export reports as CSV'), await aDraft(world, 'Export reports as PDF')]
  await assert.rejects(group(world, [a]), { code: 'invalid_parameter' })
  await assert.rejects(group(world, [a, a]), { code: 'invalid_parameter' })
  await assert.rejects(ungroup(world, a), { code: 'conflict' })
  await world.db.write(tx => queueEntry(tx, world.action, b.id, { at: world.clock.now() + 1 }))
  await assert.rejects(group(world, [a, b]), { code: 'conflict' })
  assert.deepEqual(await reload(world, a), a)
})

test('publishing a group announces all its pull requests; after a withdrawal it can be ungrouped', async () => {
  await using world = await aWorld()
  const [a, b] = [await aDraft(world, 'Export reports as CSV'), await aDraft(world, 'Export reports as PDF')]
  const one = await group(world, [a, b])
  await world.db.write(tx => publishEntry(tx, world.action, one.id))
  assert.ok((await world.ledger()).every(line => line.startsWith('announced ')))
  await assert.rejects(ungroup(world, one), { code: 'conflict' })
  await world.db.write(tx => withdrawEntry(tx, world.action, one.id))
  await world.db.write(tx => restoreEntry(tx, world.action, a.id))
  await assert.rejects(
    world.db.write(tx => publishEntry(tx, world.action, one.id)),
    { code: 'conflict' },
  )
})

test('editing a pull request does not change the text of its group', async () => {
  await using world = await aWorld()
  const [a, b] = [await aDraft(world, 'Export reports as CSV'), await aDraft(world, 'Export reports as PDF')]
  const one = await group(world, [a, b])
  world.merge('feat: Export reports as CSV', { number: 1, body: 'All reports can now be exported.' })
  await world.settle({ publish: true })
  assert.deepEqual(await reload(world, one), one)
})

onPostgres(
  'of two people who group the same drafts at once, one succeeds and the other gets a conflict',
  async () => {
    await using world = await aWorld('postgres')
    const [a, b] = [
      await aDraft(world, 'Export reports as CSV'),
      await aDraft(world, 'Export reports as PDF'),
    ]
    const both = await Promise.allSettled([group(world, [a, b]), group(world, [b, a])])
    assert.deepEqual(both.map(one => one.status).sort(), ['fulfilled', 'rejected'])
  },
)
