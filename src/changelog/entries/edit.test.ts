import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '#accounts/account.ts'
import { createSet } from '#accounts/sets.ts'
import { AppError } from '#platform/errors.ts'
import { randomIds } from '#platform/ids.ts'
import { deleteSet } from '#social/delete-set.ts'
import { ENGINES, onPostgres } from '#testing/databases.ts'
import { aDraft, reload } from '#testing/drafts.ts'
import { aWorld, type World } from '#testing/world.ts'
import { type EntryEdit, editEntry, restoreVersion } from './edit.ts'
import type { Entry } from './entry.ts'
import { historyOf } from './history.ts'
import { dismissEntry, publishEntry, withdrawEntry } from './transitions.ts'

const ANN = 'ann'
const edit = (world: World, { id }: { id: string }, change: EntryEdit, seen?: number) =>
  world.db.write(tx => editEntry(tx, { ...world.action, actor: ANN }, id, change, { seen }))
const feed = (world: World) =>
  world.db.read.selectFrom('feed').select('revision').where('set_id', 'is', null).executeTakeFirstOrThrow()

for (const engine of ENGINES) {
  test(`the first edit replaces the generated text of a draft and keeps it for reference (${engine})`, async () => {
    await using world = await aWorld(engine)
    const draft = await aDraft(world, 'Export reports as CSV')
    const set = await world.aSet('Mobile')
    world.clock.advance(1_000)
    const edited = await edit(world, draft, {
      title: 'Take your reports to a spreadsheet',
      body: 'Every report has a **CSV** button.',
      kind: 'improvement',
      magnitude: 'major',
      setId: set.id,
      language: 'pt-br',
    })
    assert.deepEqual(await reload(world, draft), edited)
    assert.equal(edited.machineTitle, 'Export reports as CSV')
    assert.deepEqual(
      [edited.kind, edited.magnitude, edited.setId, edited.language, edited.version],
      ['improvement', 'major', set.id, 'pt-BR', draft.version + 1],
    )
    world.merge('feat: Export reports as CSV', { body: 'Reports can be exported now.', number: 1 })
    await world.settle({ publish: true })
    assert.deepEqual(await reload(world, draft), edited)
  })

  test(`an edit of an outdated version is a conflict that changes nothing and returns the current text (${engine})`, async () => {
    await using world = await aWorld(engine)
    const draft = await aDraft(world, 'Export reports as CSV')
    const first = await edit(world, draft, { title: 'Reports as CSV' }, draft.version)
    await assert.rejects(edit(world, draft, { title: 'CSV!' }, draft.version), (error: AppError) => {
      assert.equal(error.code, 'conflict')
      assert.match(error.message, /Reports as CSV/)
      assert.deepEqual(error.current, first)
      return true
    })
    assert.deepEqual(await reload(world, draft), first)
    assert.equal((await historyOf(world.db.read, draft.id)).length, 1)
  })

  test(`an edited published entry keeps its id and date, is marked as updated and is not announced again (${engine})`, async () => {
    await using world = await aWorld(engine)
    const draft = await aDraft(world, 'Export reports as CSV')
    const published = await world.db.write(tx => publishEntry(tx, world.action, draft.id))
    const promoted = () =>
      world.db.read.selectFrom('pull_request').select(['promoted_at', 'promoted_by']).execute()
    const [before, was] = [await feed(world), await promoted()]
    world.clock.advance(60_000)
    const same = await edit(world, draft, { title: published.title, body: published.body })
    assert.deepEqual(same, published)
    assert.deepEqual(await feed(world), before)
    const edited = await edit(world, draft, { body: 'As CSV, too.' })
    assert.equal(
      'publishedAt' in edited && edited.publishedAt,
      'publishedAt' in published && published.publishedAt,
    )
    assert.equal(edited.updatedAt, published.updatedAt + 60_000)
    assert.equal((await feed(world)).revision, before.revision + 1)
    assert.deepEqual(await promoted(), was)
    world.clock.advance(60_000)
    const set = await world.aSet('Mobile')
    const filed = await edit(world, draft, { setId: set.id })
    assert.equal(filed.updatedAt, edited.updatedAt)
  })
}

test('the history shows who changed what, and any version can be restored', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV')
  await edit(world, draft, { title: 'CSV', kind: 'fix' })
  await world.db.write(tx => publishEntry(tx, world.action, draft.id))
  await edit(world, draft, { body: 'A button.' })
  const changes = await historyOf(world.db.read, draft.id)
  assert.deepEqual(
    changes.map(({ version, actor, action }) => [version, actor, action]),
    [
      [4, ANN, 'edited'],
      [3, 'test', 'published'],
      [2, ANN, 'edited'],
    ],
  )
  assert.deepEqual(changes[2]?.before, { title: 'Export reports as CSV', kind: 'feature' })
  assert.deepEqual(changes[2]?.after, { title: 'CSV', kind: 'fix' })
  const bring = (version: number) =>
    world.db.write(tx => restoreVersion(tx, world.action, draft.id, version)) as Promise<Entry>
  const third = await bring(3)
  assert.deepEqual([third.title, third.body, third.state], ['CSV', '', 'published'])
  const first = await bring(1)
  assert.deepEqual([first.title, first.kind, first.state], ['Export reports as CSV', 'feature', 'published'])
  assert.equal((await bring(4)).body, 'A button.')
  for (const version of [0, 99, 1.5]) await assert.rejects(bring(version), { code: 'not_found' })
})

test('a version comes back without a set that was deleted since', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV')
  const [mobile, web] = [await world.aSet('Mobile'), await world.aSet('Web')]
  const { version } = await edit(world, draft, { title: 'CSV', setId: mobile.id })
  await edit(world, draft, { title: 'Reports as CSV', setId: web.id })
  const bring = () => world.db.write(tx => restoreVersion(tx, world.action, draft.id, version))
  await world.db.write(tx => deleteSet(tx, world.action, world.account.id, mobile.id))
  const back = await bring()
  assert.deepEqual([back.title, back.setId], ['CSV', web.id])
})

test('an invalid entry is refused with what is accepted', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV')
  const refused: [EntryEdit, string][] = [
    [{ title: '' }, 'invalid_parameter'],
    [{ title: '\u200b \u202e' }, 'invalid_parameter'],
    [{ title: 'x'.repeat(81) }, 'invalid_parameter'],
    [{ body: 'x'.repeat(20_001) }, 'invalid_parameter'],
    [{ body: '>'.repeat(10_000) }, 'invalid_parameter'],
    [{ body: `${'- '.repeat(5_000)}a` }, 'invalid_parameter'],
    [{ body: `${'1. '.repeat(60)}a` }, 'invalid_parameter'],
    [{ kind: 'marvel' as 'fix' }, 'invalid_parameter'],
    [{ magnitude: 'huge' as 'major' }, 'invalid_parameter'],
    [{ language: 'no such language' }, 'invalid_parameter'],
    [{ setId: randomIds.next() }, 'not_found'],
    [{ primaryPullRequestId: randomIds.next() }, 'not_found'],
    [{ image: { sha256: 'a'.repeat(64), alt: 'A chart' } }, 'not_found'],
  ]
  for (const [change, code] of refused) await assert.rejects(edit(world, draft, change), { code })
  assert.deepEqual(await reload(world, draft), draft)
})

test('hostile Markdown is stored as it is and harmless when rendered', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV')
  const body = '<script>alert(1)</script> [x](javascript:alert(1)) ![t](https://spy.example/p.png) \u202egnp'
  const edited = await edit(world, draft, { title: ' A\u0000 <b>title</b>\n ', body })
  assert.equal(edited.title, 'A <b>title</b>')
  assert.ok(!edited.body.includes('\u202e'))
})

test('an entry of another account cannot be edited, nor a set of another account used', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV')
  const { clock } = world
  const other = await world.db.write(tx => createAccount(tx, clock, randomIds, { name: 'Other' }))
  const theirs = await world.db.write(tx => createSet(tx, clock, randomIds, other.id, { name: 'Theirs' }))
  const asOther = world.db.write(tx =>
    editEntry(tx, world.action, draft.id, { title: 'Ours now' }, { accountId: other.id }),
  )
  await assert.rejects(asOther, { code: 'not_found' })
  await assert.rejects(edit(world, draft, { setId: theirs.id }), { code: 'not_found' })
})

test('a withdrawn entry can be edited; a dismissed one has to be restored first', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV')
  await world.db.write(tx => publishEntry(tx, world.action, draft.id))
  await world.db.write(tx => withdrawEntry(tx, world.action, draft.id))
  assert.equal((await edit(world, draft, { title: 'Mended' })).state, 'withdrawn')
  const other = await aDraft(world, 'Add a dark theme')
  await world.db.write(tx => dismissEntry(tx, world.action, other.id))
  await assert.rejects(edit(world, other, { title: 'Mended' }), { code: 'conflict' })
})

onPostgres('of two people who save at once, one succeeds and the other gets a conflict', async () => {
  await using world = await aWorld('postgres')
  const draft = await aDraft(world, 'Export reports as CSV')
  const both = await Promise.allSettled([
    edit(world, draft, { title: 'One' }, draft.version),
    edit(world, draft, { title: 'Two' }, draft.version),
  ])
  assert.deepEqual(both.map(one => one.status).sort(), ['fulfilled', 'rejected'])
  const lost = both.find(one => one.status === 'rejected')
  assert.ok(lost?.reason instanceof AppError && lost.reason.code === 'conflict')
})
