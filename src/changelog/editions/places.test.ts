import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { lockAccount } from '#accounts/account.ts'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { proposeGroups } from '#changelog/entries/group-proposals.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { entryById } from '#changelog/entries/store.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { publishSoon, queueEntry } from '#changelog/publishing/queue.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, reload } from '#testing/drafts.ts'
import { aWeeklyWorld, editionOf, goOut, put, toldIn } from '#testing/editions.ts'
import { unready } from './edition.ts'
import { itemsIn } from './items.ts'
import { combineInEdition } from './places.ts'
import { publishEntryOrEdition } from './publish.ts'

test('what a person placed stays where they put it, whatever is merged later', async () => {
  await using world = await aWeeklyWorld()
  const csv = await aDraft(world, 'Add exports of reports as CSV')
  const theme = await aDraft(world, 'Add a dark theme')
  await put(world, csv, { part: 'line' })
  await put(world, theme, { part: 'out' })
  for (const title of ['Add passkeys', 'Add webhooks', 'Add a calendar', 'Add an audit log'])
    await aDraft(world, title)
  const { layout } = await editionOf(world)
  assert.ok(layout.lists.some(list => list.changes.some(({ title }) => title === csv.title)))
  assert.deepEqual(
    layout.leftOut.map(({ item, reason }) => [item.title, reason]),
    [['Add a dark theme', 'person']],
  )
  await put(world, theme, { part: 'story', before: layout.stories[0]?.entry.id ?? '' })
  const [first] = await toldIn(world)
  assert.equal(first, 'story Add a dark theme')
  await goOut(world)
  assert.equal((await reload(world, theme)).state, 'published')
})

test('nothing rises in place of a story that is left out, and a line that is left out takes no story along', async () => {
  await using world = await aWeeklyWorld()
  const titles = ['Add passkeys', 'Add webhooks', 'Add a calendar', 'Add an audit log', 'Add a dark theme']
  for (const title of titles) await aDraft(world, title)
  const { layout } = await editionOf(world)
  const [first, ...others] = layout.stories
  const lines = layout.lists.flatMap(list => list.changes)
  assert.deepEqual([others.length, lines.length], [2, 2])
  for (const { entry } of lines) await put(world, entry, { part: 'out' })
  const told = layout.stories.map(({ title }) => `story ${title}`)
  assert.deepEqual(await toldIn(world), told)
  assert.ok(first)
  await put(world, first.entry, { part: 'out' })
  for (const { entry } of lines) await put(world, entry, { part: 'auto' })
  const later = await toldIn(world)
  assert.deepEqual(later.slice(0, 2), told.slice(1))
  assert.ok(later.slice(2).every(line => line.startsWith('features: ')))
})

for (const engine of ENGINES)
  test(`small entries that are combined stay one line, others one story (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const fixes = ['fix: receipts show the right currency', 'fix: receipts show the right total']
    for (const title of fixes) world.merge(title)
    await world.settle({ publish: false })
    const { layout } = await editionOf(world)
    const ids = layout.lists.flatMap(list => list.changes).map(({ entry }) => entry.id)
    const line = await world.db.write(tx => combineInEdition(tx, world.action, world.account.id, ids))
    assert.deepEqual(await toldIn(world), [`fixes: ${line.title}`])
    const csv = await aDraft(world, 'Add exports of reports as CSV')
    const both = [csv.id, line.id]
    const story = await world.db.write(tx => combineInEdition(tx, world.action, world.account.id, both))
    assert.deepEqual(await toldIn(world), [`story ${story.title}`])
  })

for (const engine of ENGINES)
  test(`entries of one theme become one story, which comes first and goes out in their place (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const combine = (...entries: Entry[]) =>
      world.db.write(tx =>
        combineInEdition(
          tx,
          world.action,
          world.account.id,
          entries.map(({ id }) => id),
        ),
      )
    await aDraft(world, 'Add exports of reports as CSV')
    world.merge('feat: Add currencies to receipts', { linkedIssues: ['#70'] })
    world.merge('fix: receipts show the right total', { linkedIssues: ['#70'] })
    await world.settle({ publish: false })
    const [proposal] = await proposeGroups(world.db.read, world.account.id)
    assert.equal(proposal?.theme, 'receipts')
    const receipts = await Promise.all(proposal.entries.map(one => reload(world, one)))
    const story = await combine(...receipts)
    assert.deepEqual(await toldIn(world), [`story ${story.title}`, 'story Add exports of reports as CSV'])
    await assert.rejects(combine(story, ...receipts), { code: 'not_found' })
    await goOut(world)
    assert.deepEqual((await world.ledger()).toSorted(), [
      'announced feat: Add currencies to receipts',
      'announced feat: Add exports of reports as CSV',
      'announced fix: receipts show the right total',
    ])
    const [lead] = await itemsIn(world.db.read, (await reload(world, story)).edition?.id ?? '', 'published')
    assert.equal(lead?.id, story.id)
  })

test('a story of several entries stands where a person put the highest of them', async () => {
  await using world = await aWeeklyWorld()
  const csv = await aDraft(world, 'Add exports of reports as CSV')
  const passkeys = await aDraft(world, 'Add passkeys')
  await aDraft(world, 'Add a dark theme')
  await put(world, passkeys, { part: 'story', before: null })
  assert.deepEqual((await toldIn(world)).at(-1), 'story Add passkeys')
  await world.db.write(tx => combineInEdition(tx, world.action, world.account.id, [passkeys.id, csv.id]))
  assert.deepEqual(await toldIn(world), ['story Add a dark theme', 'story Add passkeys'])
})

test('of stories of equal weight those with a picture come first', async () => {
  await using world = await aWeeklyWorld()
  const csv = await aDraft(world, 'Add exports of reports as CSV')
  await aDraft(world, 'Add a dark theme')
  assert.deepEqual(await toldIn(world), ['story Add a dark theme', 'story Add exports of reports as CSV'])
  const blank = { create: { width: 8, height: 8, channels: 3, background: 'white' } } as const
  const picture = await pictureFrom(await sharp(blank).png().toBuffer(), 'acme')
  await world.db.write(tx => illustrateEntry(tx, world.action, csv.id, { picture, alt: 'A report' }))
  assert.deepEqual(await toldIn(world), ['story Add exports of reports as CSV', 'story Add a dark theme'])
})

test('a person gives a placed entry back to the machine', async () => {
  await using world = await aWeeklyWorld()
  const csv = await aDraft(world, 'Add exports of reports as CSV')
  await aDraft(world, 'Add a dark theme')
  await put(world, csv, { part: 'story', before: null })
  assert.equal((await reload(world, csv)).edition?.part, 'story')
  await put(world, csv, { part: 'auto' })
  assert.equal((await reload(world, csv)).edition, null)
  await put(world, csv, { part: 'out' })
  await put(world, csv, { part: 'auto' })
  const { layout } = await editionOf(world)
  assert.deepEqual([layout.leftOut, layout.stories.length], [[], 2])
})

test('what a person placed stands above what the machine proposes, and stays there when others leave', async () => {
  await using world = await aWeeklyWorld()
  const [csv, theme, calendar] = [
    await aDraft(world, 'Add exports of reports as CSV'),
    await aDraft(world, 'Add a dark theme'),
    await aDraft(world, 'Add a calendar'),
  ]
  await put(world, calendar, { part: 'story' })
  world.merge('feat!: drop the old API')
  await world.settle({ publish: false })
  assert.equal((await toldIn(world))[0], 'story Add a calendar', 'above what is breaking')
  await put(world, theme, { part: 'story', before: calendar.id })
  await put(world, csv, { part: 'line' })
  for (const left of [theme, calendar]) await put(world, left, { part: 'out' })
  const told = await toldIn(world)
  assert.ok(told.includes('features: Add exports of reports as CSV'), told.join('; '))
  await put(world, csv, { part: 'story' })
  await put(world, calendar, { part: 'story' })
  world.merge('feat!: drop another API', { number: 90 })
  await world.settle({ publish: false })
  assert.deepEqual((await toldIn(world)).slice(0, 2).toSorted(), [
    'story Add a calendar',
    'story Add exports of reports as CSV',
  ])
})

test('a story without a text goes out as a line', async () => {
  await using world = await aWeeklyWorld()
  const csv = await aDraft(world, 'Add exports of reports as CSV')
  assert.deepEqual(await toldIn(world), ['story Add exports of reports as CSV'])
  assert.deepEqual(unready((await editionOf(world)).layout), { withoutText: [csv.id], unsure: [] })
  await goOut(world)
  assert.equal((await reload(world, csv)).edition?.part, 'line')
})

for (const engine of ENGINES)
  test(`an edition is not filed under a set, however it is published (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const { db, action, account } = world
    await aDraft(world, 'Export reports as CSV')
    const { id: setId } = await world.aSet('Mobile')
    const { edition } = await editionOf(world)
    const { id } = edition
    const noSet = { code: 'conflict', message: /belongs to no set/ }
    const publish = () =>
      db.write(async tx => {
        const locked = await lockAccount(tx, account.id)
        return publishEntryOrEdition(locked, action, await entryById(locked, id), { setId })
      })
    await assert.rejects(
      db.write(tx => queueEntry(tx, action, id, { at: 'next', setId })),
      noSet,
    )
    await assert.rejects(
      db.write(tx => publishSoon(tx, action, id, { setId })),
      noSet,
    )
    await assert.rejects(publish(), noSet)
    await goOut(world)
    await db.write(tx => withdrawEntry(tx, action, id))
    await assert.rejects(publish(), noSet)
  })
