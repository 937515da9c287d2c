import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { editEntry } from '#changelog/entries/edit.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { publishDue } from '#changelog/publishing/publisher.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { changeSchedule, removeTime } from '#changelog/publishing/schedule.ts'
import { timesOf } from '#changelog/schedule/times.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, reload } from '#testing/drafts.ts'
import { aWeeklyWorld, editionOf, goOut, publishById, put, toldIn } from '#testing/editions.ts'
import { endEditions, publishInEditions } from '#testing/schedule.ts'
import { olderDrafts, openEditionOf } from './edition.ts'
import { editionAccount, itemsIn } from './items.ts'
import { inReadingOrder } from './layout.ts'
import { withdrawAlone } from './publish.ts'

for (const engine of ENGINES) {
  test(`an edition fills itself, goes out once with all that stands in it, and the next one begins (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const csv = await aDraft(world, 'Add exports of reports as CSV')
    world.merge('fix: receipts show the right currency')
    await world.settle({ publish: false })
    const told = await toldIn(world)
    assert.deepEqual(told, ['story Add exports of reports as CSV', 'fixes: Receipts show the right currency'])
    const { edition } = await editionOf(world)
    assert.equal(edition.title, 'Week of 23 February')
    await world.db.write(tx => editEntry(tx, world.action, csv.id, { body: 'Every report has a button.' }))
    const published = await goOut(world)
    assert.equal(published.state, 'published')
    assert.deepEqual(
      (await itemsIn(world.db.read, edition.id, 'published')).map(({ title, edition: at }) => [
        at?.part,
        title,
      ]),
      [
        ['story', 'Add exports of reports as CSV'],
        ['line', 'Receipts show the right currency'],
      ],
    )
    assert.equal((await reload(world, csv)).state, 'published')
    assert.deepEqual(await world.ledger(), [
      'announced fix: receipts show the right currency',
      'announced feat: Add exports of reports as CSV',
    ])
    const next = await editionOf(world)
    assert.notEqual(next.edition.id, edition.id)
    assert.deepEqual(inReadingOrder(next.layout), [])
    await assert.rejects(goOut(world), { code: 'conflict', message: /nothing in this edition/ })
    await assert.rejects(
      world.db.write(tx => publishById(tx, world.action, edition.id)),
      { code: 'conflict' },
    )
  })
}

for (const engine of ENGINES) {
  test(`drafts that are older than the account's editions are counted, and join when a person takes them in (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const { account, action, clock, db } = world
    const older = async () => {
      const { edition } = await editionOf(world)
      return olderDrafts(db.read, edition, await editionAccount(db.read, account.id))
    }
    const begin = (since: number) => db.write(tx => changeSchedule(tx, action, account.id, { since }))
    const [csv, theme] = [
      await aDraft(world, 'Add exports of reports as CSV'),
      await aDraft(world, 'Add a dark theme'),
    ]
    await put(world, theme, { part: 'out' })
    assert.equal(await older(), null)
    await db.write(tx => endEditions(tx, action, account.id))
    clock.advance(30 * 86_400_000)
    await assert.rejects(begin(0), { code: 'invalid_parameter' })
    await db.write(tx => publishInEditions(tx, action, account.id))
    assert.deepEqual(await toldIn(world), [])
    const found = await older()
    assert.equal(found?.count, 2)
    await begin(found.since)
    assert.equal(await older(), null)
    assert.deepEqual(
      (await toldIn(world)).map(told => told.split(' ').slice(1).join(' ')).sort(),
      [theme, csv].map(({ title }) => title),
    )
    await assert.rejects(begin(clock.now() + 1), { code: 'invalid_parameter', message: /has passed/ })
  })
}

test('a draft without words is held, and joins the edition once a person worded it', async () => {
  await using world = await aWeeklyWorld()
  const csv = await aDraft(world, 'Add exports of reports as CSV')
  await world.db.write(tx =>
    tx
      .updateTable('entry')
      .set({ needs_words: 'Its title says nothing.' })
      .where('id', '=', csv.id)
      .execute(),
  )
  const { layout } = await editionOf(world)
  assert.deepEqual(
    layout.held.map(({ reason }) => reason),
    ['needs-words'],
  )
  assert.deepEqual(await toldIn(world), [])
  await world.db.write(tx => editEntry(tx, world.action, csv.id, { title: 'Add exports as CSV files' }))
  assert.deepEqual(await toldIn(world), ['story Add exports as CSV files'])
})

test("without a writer an edition is called by its days and has no opening; a person's title stays", async () => {
  await using world = await aWeeklyWorld()
  for (const title of ['Add passkeys', 'Add webhooks', 'Add a calendar', 'Add an audit log'])
    await aDraft(world, title)
  const { edition } = await editionOf(world)
  assert.deepEqual([edition.title, edition.body], ['Week of 23 February', ''])
  await world.db.write(tx => editEntry(tx, world.action, edition.id, { title: 'A week of security' }))
  await aDraft(world, 'Add a dark theme')
  const later = await editionOf(world)
  assert.equal(later.edition.title, 'A week of security')
  assert.equal(later.edition.body, '')
  const published = await goOut(world)
  assert.equal(published.title, 'A week of security')
})

for (const engine of ENGINES)
  test(`two editions of one week or one release have different titles (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const titles: string[] = []
    const goOutWith = async (title: string) => {
      await aDraft(world, title)
      titles.push((await goOut(world)).title)
    }
    for (const title of ['Add passkeys', 'Add webhooks', 'Add a calendar']) await goOutWith(title)
    const week = 'Week of 23 February'
    assert.deepEqual(titles, [week, `${week}, part 2`, `${week}, part 3`])
    await world.db.write(async tx => {
      await publishInEditions(tx, world.action, world.account.id, { every: 'release' })
      const [weekly] = await timesOf(tx, world.account.id)
      await removeTime(tx, world.action, world.account.id, weekly?.id ?? '')
    })
    for (const title of ['Add an audit log', 'Add a dark theme']) {
      const draft = await aDraft(world, title)
      assert.deepEqual(await toldIn(world), [], 'no release contains it yet')
      await world.db.write(tx =>
        tx
          .updateTable('pull_request')
          .set({ shipped_in: 'v2.17.0', shipped_at: world.clock.now() })
          .where('id', '=', draft.primaryPullRequestId)
          .execute(),
      )
      assert.equal((await goOut(world)).title, title === 'Add an audit log' ? 'v2.17.0' : 'v2.17.0, part 2')
    }
  })

test('a queued edition goes out at its time with what is there then, and an empty one waits for the next time', async () => {
  await using world = await aWeeklyWorld()
  const { edition } = await editionOf(world)
  const { queuedFor } = await world.db.write(tx => queueEntry(tx, world.action, edition.id, { at: 'next' }))
  world.clock.advance(queuedFor - world.clock.now())
  assert.equal(await publishDue(world.db, world.action), 0)
  const skipped = await reload(world, edition)
  assert.ok(skipped.state === 'queued' && skipped.queuedFor === queuedFor + 7 * 86_400_000)
  await aDraft(world, 'Add exports of reports as CSV')
  world.clock.advance(7 * 86_400_000)
  assert.equal(await publishDue(world.db, world.action), 1)
  assert.deepEqual((await world.entries()).toSorted(), [
    'draft Week of 9 March',
    'published Add exports of reports as CSV',
    'published Week of 2 March',
  ])
})

test('withdrawing an entry takes it out of its edition; withdrawing the edition takes its entries along or lets them stay', async () => {
  await using world = await aWeeklyWorld()
  const csv = await aDraft(world, 'Add exports of reports as CSV')
  const theme = await aDraft(world, 'Add a dark theme')
  const edition = await goOut(world)
  await world.db.write(tx => withdrawEntry(tx, world.action, csv.id))
  assert.equal((await reload(world, csv)).edition, null)
  await world.db.write(tx => withdrawEntry(tx, world.action, edition.id))
  assert.equal((await reload(world, theme)).state, 'withdrawn')
  await world.db.write(tx => publishById(tx, world.action, edition.id))
  assert.equal((await reload(world, theme)).state, 'published')
  assert.equal((await reload(world, csv)).state, 'withdrawn')
  await world.db.write(tx => withdrawAlone(tx, world.action, edition.id))
  const stayed = await reload(world, theme)
  assert.deepEqual([stayed.state, stayed.edition], ['published', null])
})

test('what is urgent does not wait for the edition, unless a person places it', async () => {
  await using world = await aWeeklyWorld()
  await world.db.write(tx => changeSchedule(tx, world.action, world.account.id, { urgentAtOnce: true }))
  world.merge('feat!: drop the old API')
  await world.settle({ publish: false })
  const { layout } = await editionOf(world)
  assert.deepEqual(
    layout.leftOut.map(({ reason }) => reason),
    ['urgent'],
  )
  const [urgent] = layout.leftOut
  assert.ok(urgent)
  await put(world, urgent.item.entry, { part: 'story' })
  assert.equal((await toldIn(world)).length, 1)
})

test('an account that goes back to entries one by one has no edition, and its drafts stay', async () => {
  await using world = await aWeeklyWorld()
  const csv = await aDraft(world, 'Add exports of reports as CSV')
  await put(world, csv, { part: 'story' })
  await world.db.write(tx => endEditions(tx, world.action, world.account.id))
  assert.equal(await openEditionOf(world.db.read, world.account.id), null)
  const draft = await reload(world, csv)
  assert.deepEqual([draft.state, draft.edition], ['draft', null])
  await assert.rejects(put(world, csv, { part: 'out' }), { code: 'conflict' })
})

test('a merge that is reverted leaves the edition before it goes out, and is flagged in one that is out', async () => {
  await using world = await aWeeklyWorld()
  await aDraft(world, 'Add exports of reports as CSV', { number: 1 })
  const theme = await aDraft(world, 'Add a dark theme', { number: 2 })
  const revert = async (number: number, target: number) => {
    world.merge(`Revert ${target}`, { number, body: `Reverts acme/app#${target}` })
    await world.settle({ publish: false })
  }
  await revert(10, 1)
  assert.deepEqual(await toldIn(world), ['story Add a dark theme'])
  const edition = await goOut(world)
  await revert(11, 2)
  const flagged = await reload(world, theme)
  assert.deepEqual([flagged.state, flagged.flag, flagged.edition?.id], ['published', 'reverted', edition.id])
})

for (const engine of ENGINES)
  test(`two people publish one edition at once: it goes out once (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    await aDraft(world, 'Add exports of reports as CSV')
    const { edition } = await editionOf(world)
    const both = await Promise.allSettled(
      ['ann', 'ben'].map(actor =>
        world.db.write(tx => publishById(tx, { ...world.action, actor }, edition.id)),
      ),
    )
    const [refused] = both.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []))
    assert.match(refused ?? '', /A published entry cannot be published/)
    assert.equal((await itemsIn(world.db.read, edition.id, 'published')).length, 1)
    const open = (await world.entries()).filter(line => line.startsWith('draft Week'))
    assert.equal(open.length, 1)
  })

for (const engine of ENGINES)
  test(`an edition tells nothing that is not live or in no release, until it is (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const [flagged, unshipped] = [
      await aDraft(world, 'Add passkeys', { number: 1 }),
      await aDraft(world, 'Add webhooks', { number: 2 }),
    ]
    await aDraft(world, 'Add exports of reports as CSV', { number: 3 })
    const live = (not_live: string | null) =>
      world.db.write(async tx => {
        const { decision_id } = await tx
          .selectFrom('pull_request')
          .select('decision_id')
          .where('id', '=', flagged.primaryPullRequestId)
          .executeTakeFirstOrThrow()
        await sql`update decision set not_live = ${not_live} where id = ${decision_id}`.execute(tx)
      })
    const shipped = (place: 'unshipped' | 'draft') =>
      world.db.write(tx =>
        tx
          .updateTable('pull_request')
          .set({ place })
          .where('id', '=', unshipped.primaryPullRequestId)
          .execute(),
      )
    await live('behind a flag')
    await shipped('unshipped')
    const { layout } = await editionOf(world)
    assert.deepEqual(layout.held.map(({ item, reason }) => `${reason} ${item.title}`).toSorted(), [
      'not-live Add passkeys',
      'unshipped Add webhooks',
    ])
    await goOut(world)
    for (const draft of [flagged, unshipped]) assert.equal((await reload(world, draft)).state, 'draft')
    await live(null)
    await shipped('draft')
    assert.deepEqual((await toldIn(world)).toSorted(), ['story Add passkeys', 'story Add webhooks'])
  })

test('what a person left out stays out of the next editions too', async () => {
  await using world = await aWeeklyWorld()
  const theme = await aDraft(world, 'Add a dark theme')
  await put(world, theme, { part: 'out' })
  for (const title of ['Add exports of reports as CSV', 'Add passkeys']) {
    await aDraft(world, title)
    await goOut(world)
    assert.equal((await reload(world, theme)).state, 'draft')
  }
  const { layout } = await editionOf(world)
  assert.deepEqual([layout.leftOut.map(({ reason }) => reason), await toldIn(world)], [['person'], []])
})
