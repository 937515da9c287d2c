import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editEntry } from '#changelog/entries/edit.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { dismissEntry, restoreEntry } from '#changelog/entries/transitions.ts'
import { inboxPage } from '#changelog/inbox/inbox.ts'
import { ENGINES } from '#testing/databases.ts'
import { aWorld, type World } from '#testing/world.ts'

const CI_ONLY = { files: ['.github/workflows/ci.yml'] }

for (const engine of ENGINES) {
  test(`a merged fix is published once, however often it is delivered (${engine})`, async () => {
    await using world = await aWorld(engine)
    world.merge('fix: receipts show the right currency')
    world.merge('fix: receipts show the right currency')
    await world.settle()
    world.merge('fix: receipts show the right currency')
    await world.settle()
    assert.deepEqual(await world.ledger(), ['announced fix: receipts show the right currency'])
    assert.equal((await world.entries()).length, 1)
  })

  test(`a feed links to a pull request as soon as its URL is known (${engine})`, async () => {
    await using world = await aWorld(engine)
    const revision = async () =>
      (await world.db.read.selectFrom('feed').select('revision').executeTakeFirstOrThrow()).revision
    const link = async () =>
      (await listEntries(world.db.read, { accountId: world.account.id }))[0]?.externalUrl
    world.merge('fix: receipts show the right currency', { url: null })
    await world.settle()
    const before = await revision()
    assert.equal(await link(), null)
    world.merge('fix: receipts show the right currency')
    await world.settle()
    assert.equal(await link(), 'https://github.com/acme/app/pull/1')
    assert.equal(await revision(), before + 1)
    world.merge('fix: receipts show the right currency')
    await world.settle()
    assert.equal(await revision(), before + 1)
  })

  test(`an internal change is kept in the ledger and gets no entry (${engine})`, async () => {
    await using world = await aWorld(engine)
    world.merge('ci: run the tests on two machines', CI_ONLY)
    await world.settle()
    assert.deepEqual(await world.ledger(), ['internal ci: run the tests on two machines'])
    assert.deepEqual(await world.entries(), [])
  })

  test(`a revert takes back a draft, whichever arrives first (${engine})`, async () => {
    await using world = await aWorld(engine)
    world.merge('feat: add exports to the reports page', { number: 1 })
    await world.settle({ publish: false })
    world.merge('Revert "feat: add exports to the reports page (#1)"', { number: 2 })
    world.merge('Revert "feat: add a dark theme (#4)"', { number: 5 })
    await world.settle({ publish: false })
    world.merge('feat: add a dark theme', { number: 4 })
    await world.settle({ publish: false })
    assert.deepEqual(
      (await world.ledger()).map(line => line.split(' ')[0]),
      ['reverted', 'reverted', 'reverted', 'reverted'],
    )
    assert.deepEqual(
      (await world.entries()).map(line => line.split(' ')[0]),
      ['dismissed'],
    )
  })
}

test('an entry published before its revert stays and is flagged', async () => {
  await using world = await aWorld()
  world.merge('feat: add exports to the reports page', { number: 1 })
  await world.settle()
  world.merge('Revert exports', { number: 2, body: 'Reverts acme/app#1' })
  await world.settle()
  const entry = await world.db.read.selectFrom('entry').select(['state', 'flag']).executeTakeFirstOrThrow()
  assert.deepEqual({ ...entry }, { state: 'published', flag: 'reverted' })
  assert.deepEqual(
    (await world.ledger()).map(line => line.split(' ')[0]),
    ['reverted', 'reverted'],
  )
})

test('a revert gets no entry of its own, even if the reverted pull request is recorded later', async () => {
  await using world = await aWorld()
  world.merge('Revert "feat: export reports as CSV (#1)"', { number: 2, files: ['src/reports.ts'] })
  await world.settle()
  world.merge('feat: export reports as CSV', { number: 1 })
  await world.settle()
  assert.deepEqual(
    (await world.entries()).filter(line => line.startsWith('published')),
    [],
  )
  assert.deepEqual(
    (await world.ledger()).map(line => line.split(' ')[0]),
    ['reverted', 'reverted'],
  )
})

test('an untouched draft follows its pull request; a dismissed one stays dismissed', async () => {
  await using world = await aWorld()
  world.merge('feat: export reports as CSV', { number: 1 })
  world.merge('feat: import reports from CSV', { number: 2 })
  await world.settle({ publish: false })
  const listed = await listEntries(world.db.read, { accountId: world.account.id })
  const imports = listed.find(one => one.entry.title === 'Import reports from CSV')
  await world.db.write(tx => dismissEntry(tx, world.action, imports?.entry.id ?? ''))
  world.merge('feat: export invoices as CSV', { number: 1 })
  world.merge('feat: import invoices from CSV', { number: 2 })
  await world.settle({ publish: false })
  assert.deepEqual(await world.entries(), [
    'dismissed Import reports from CSV',
    'draft Export invoices as CSV',
  ])
})

for (const engine of ENGINES)
  test(`a draft whose new title makes it internal is a question that keeps its words (${engine})`, async () => {
    await using world = await aWorld(engine)
    const retitled = async (title: string) => {
      world.merge(title, { number: 1 })
      await world.settle({ publish: false })
      return [await world.ledger(), await world.entries()].flat()
    }
    await retitled('feat: export reports as CSV')
    const asked = ['unclassified chore: export reports as CSV', 'dismissed Export reports as CSV']
    assert.deepEqual(await retitled('chore: export reports as CSV'), asked)
    const items = await inboxPage(world.db, { accountId: world.account.id, limit: 10 })
    assert.deepEqual(
      items.items.map(({ tab, title }) => [tab, title]),
      [['unsure', 'chore: export reports as CSV']],
    )
    const noticed = ['drafted feat: export invoices as CSV', 'draft Export invoices as CSV']
    assert.deepEqual(await retitled('feat: export invoices as CSV'), noticed)
  })

test('no question is asked about a draft that a person dismissed', async () => {
  await using world = await aWorld()
  world.merge('feat: export reports as CSV', { number: 1 })
  await world.settle({ publish: false })
  const [draft] = await listEntries(world.db.read, { accountId: world.account.id })
  await world.db.write(tx => dismissEntry(tx, world.action, draft?.entry.id ?? ''))
  world.merge('chore: export reports as CSV', { number: 1 })
  await world.settle({ publish: false })
  assert.deepEqual(await world.ledger(), ['dismissed chore: export reports as CSV'])
})

test('a changed title adds a decision and keeps the earlier one', async () => {
  await using world = await aWorld()
  world.merge('feat: export reports as CSV', { number: 1 })
  await world.settle({ publish: false })
  world.merge('feat: export reports as CSV', { number: 1 })
  await world.settle({ publish: false })
  world.merge('feat: export invoices as CSV', { number: 1 })
  await world.settle({ publish: false })
  const decisions = await world.db.read
    .selectFrom('decision')
    .select(['id', 'input_hash', 'reason'])
    .execute()
  assert.equal(decisions.length, 2)
  assert.equal(new Set(decisions.map(row => row.input_hash)).size, 2)
  assert.ok(decisions.every(row => row.reason.endsWith('.')))
})

test('an import with publishing also publishes drafts of an earlier import, dated at their merge', async () => {
  await using world = await aWorld()
  world.merge('feat: export reports as CSV', { number: 1 })
  await world.settle({ publish: false })
  world.merge('feat: export reports as CSV', { number: 1 })
  await world.settle({ publish: true })
  const entry = await world.db.read
    .selectFrom('entry')
    .select(['state', 'published_at', 'updated_at'])
    .executeTakeFirstOrThrow()
  const pull = await world.db.read.selectFrom('pull_request').select('merged_at').executeTakeFirstOrThrow()
  assert.deepEqual(
    { ...entry },
    { state: 'published', published_at: pull.merged_at, updated_at: pull.merged_at },
  )
})

const FEATURE = 'feat: export reports as CSV'
const RETITLED = 'feat: export invoices as CSV'

/** Drafts a merge, and lets `meanwhile` happen to the draft. Then retitles the merge at its host, and reinstates it if it was reverted. */
async function retitled(world: World, title: string, meanwhile: (id: string) => Promise<unknown>) {
  const settle = () => world.settle({ publish: false })
  world.merge(FEATURE, { number: 1 })
  await settle()
  const [draft] = await listEntries(world.db.read, { accountId: world.account.id })
  await meanwhile(draft?.entry.id ?? '')
  world.merge(`Revert "${FEATURE} (#1)"`, { number: 2 })
  await settle()
  world.merge(title, { number: 1 })
  await settle()
  world.merge(`Revert "Revert "${FEATURE} (#1)" (#2)"`, { number: 3 })
  await settle()
}

for (const engine of ENGINES) {
  test(`a draft returns in the words of the title that its merge got while it was reverted (${engine})`, async () => {
    await using world = await aWorld(engine)
    await retitled(world, 'fix: Prevent empty exports', async () => {})
    assert.deepEqual(await world.entries(), ['draft Prevent empty exports'])
    const [draft] = await listEntries(world.db.read, { accountId: world.account.id })
    assert.deepEqual([draft?.entry.kind, draft?.entry.machineTitle], ['fix', 'Prevent empty exports'])
  })

  test(`a draft that a person worded before its revert returns in that person's words (${engine})`, async () => {
    await using world = await aWorld(engine)
    const words = { title: 'Reports open in your spreadsheet', body: 'Choose **Export**.' }
    const action = { ...world.action, actor: 'ann' }
    await retitled(world, RETITLED, id => world.db.write(tx => editEntry(tx, action, id, words)))
    const [draft] = await listEntries(world.db.read, { accountId: world.account.id })
    const { state, title, body } = draft?.entry ?? assert.fail()
    assert.deepEqual([state, { title, body }], ['draft', words])
  })
}

test('a merge that became internal while it was reverted gets no draft back, but a question if that is unsure', async () => {
  for (const [title, place] of [
    ['refactor(ui): move the export dialog', 'dismissed'],
    ['chore: export reports as CSV', 'unclassified'],
  ] as const) {
    await using world = await aWorld()
    await retitled(world, title, async () => {})
    assert.deepEqual(await world.entries(), ['dismissed Export reports as CSV'])
    assert.ok((await world.ledger()).includes(`${place} ${title}`), title)
    world.merge(RETITLED, { number: 1 })
    await world.settle({ publish: false })
    assert.deepEqual(await world.entries(), ['draft Export invoices as CSV'])
  }
})

test('a draft that a person dismissed and restores has the words of the title that its merge got meanwhile', async () => {
  await using world = await aWorld()
  world.merge(FEATURE, { number: 1 })
  await world.settle({ publish: false })
  const [draft] = await listEntries(world.db.read, { accountId: world.account.id })
  const id = draft?.entry.id ?? ''
  await world.db.write(tx => dismissEntry(tx, world.action, id))
  world.merge(RETITLED, { number: 1 })
  await world.settle({ publish: false })
  await world.db.write(tx => restoreEntry(tx, world.action, id))
  assert.deepEqual(await world.entries(), ['draft Export invoices as CSV'])
})
