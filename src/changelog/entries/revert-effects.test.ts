import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, pullId, reload } from '#testing/drafts.ts'
import { aWorld, type World } from '#testing/world.ts'
import { editEntry, restoreVersion } from './edit.ts'
import { groupEntries, ungroupEntry } from './grouping.ts'
import { pullRequestIdsOf } from './store.ts'
import { dismissEntry, publishEntry } from './transitions.ts'

async function merged(world: World, title: string, number: number, body = ''): Promise<void> {
  world.merge(title, { number, body })
  await world.settle({ publish: false })
}
const revert = (world: World, of: number, number: number) =>
  merged(world, `Revert number ${of}`, number, `Reverts acme/app#${of}`)

async function aGroup(world: World) {
  const drafts = [
    await aDraft(world, 'Export reports as CSV', { number: 1 }),
    await aDraft(world, 'Export reports as PDF', { number: 2 }),
    await aDraft(world, 'Export reports as XML', { number: 3 }),
  ]
  const entryIds = drafts.map(draft => draft.id)
  const group = await world.db.write(tx => groupEntries(tx, world.action, world.account.id, { entryIds }))
  return { drafts, group }
}

for (const engine of ENGINES) {
  test(`reverting a revert restores the draft (${engine})`, async () => {
    await using world = await aWorld(engine)
    const draft = await aDraft(world, 'Export reports as CSV', { number: 1 })
    await world.db.write(tx => editEntry(tx, world.action, draft.id, { title: 'Reports as CSV' }))
    await revert(world, 1, 5)
    assert.equal((await reload(world, draft)).state, 'dismissed')
    await revert(world, 5, 6)
    assert.equal((await reload(world, draft)).state, 'draft')
    assert.deepEqual(await world.entries(), ['draft Reports as CSV'])
    assert.deepEqual((await world.ledger()).map(line => line.split(' ')[0]).sort(), [
      'drafted',
      'reverted',
      'reverted',
    ])
    await revert(world, 6, 7)
    assert.equal((await reload(world, draft)).state, 'dismissed')
  })

  test(`a pull request reverted before it had a draft gets one when the revert is reverted (${engine})`, async () => {
    await using world = await aWorld(engine)
    await revert(world, 1, 5)
    await merged(world, 'feat: Export reports as CSV', 1)
    assert.ok((await world.entries()).every(line => line.startsWith('dismissed ')))
    await revert(world, 5, 6)
    assert.deepEqual(await world.entries(), ['draft Export reports as CSV'])
  })

  test(`a reverted pull request leaves its group, whose text then needs a review (${engine})`, async () => {
    await using world = await aWorld(engine)
    const { drafts, group } = await aGroup(world)
    await revert(world, 1, 5)
    const left = await reload(world, group)
    assert.deepEqual([left.state, left.flag], ['draft', 'review'])
    assert.equal(left.primaryPullRequestId, await pullId(world, 2))
    assert.equal((await pullRequestIdsOf(world.db.read, group.id)).length, 2)
    const reworded = await world.db.write(tx =>
      editEntry(tx, world.action, group.id, { title: 'Export reports as PDF and XML' }),
    )
    assert.equal(reworded.flag, null)
    const before = await world.db.write(tx => restoreVersion(tx, world.action, group.id, group.version))
    assert.deepEqual([before.title, before.primaryPullRequestId], [group.title, left.primaryPullRequestId])
    const back = await world.db.write(tx => ungroupEntry(tx, world.action, group.id))
    assert.deepEqual(back.map(entry => entry.title).sort(), [
      'Export reports as PDF',
      'Export reports as XML',
    ])
    await revert(world, 5, 6)
    const [first] = drafts
    assert.equal(first && (await reload(world, first)).state, 'draft')
  })
}

test('a queued group that loses a pull request waits for a person', async () => {
  await using world = await aWorld()
  const { group } = await aGroup(world)
  await world.db.write(tx => queueEntry(tx, world.action, group.id, { at: world.clock.now() + 60_000 }))
  await revert(world, 2, 5)
  const left = await reload(world, group)
  assert.deepEqual([left.state, left.flag], ['draft', 'review'])
})

test('a group whose pull requests are all reverted is dismissed, and returns when a revert is reverted', async () => {
  await using world = await aWorld()
  const { group } = await aGroup(world)
  for (const number of [1, 2, 3]) await revert(world, number, 10 + number)
  assert.equal((await reload(world, group)).state, 'dismissed')
  await revert(world, 13, 20)
  const back = await reload(world, group)
  assert.equal(back.state, 'draft')
  assert.deepEqual(await pullRequestIdsOf(world.db.read, group.id), [await pullId(world, 3)])
  await revert(world, 11, 21)
  const drafts = (await world.entries()).filter(line => line.startsWith('draft'))
  assert.equal(drafts.length, 2)
})

test('a published group keeps a reverted pull request and is flagged until the revert is reverted', async () => {
  await using world = await aWorld()
  const { group } = await aGroup(world)
  await world.db.write(tx => publishEntry(tx, world.action, group.id))
  await revert(world, 1, 5)
  assert.deepEqual(
    [(await reload(world, group)).state, (await reload(world, group)).flag],
    ['published', 'reverted'],
  )
  assert.equal((await pullRequestIdsOf(world.db.read, group.id)).length, 3)
  await revert(world, 5, 6)
  assert.equal((await reload(world, group)).flag, null)
  await revert(world, 2, 7)
  const put = await world.db.write(tx => editEntry(tx, world.action, group.id, { reviewed: true }))
  assert.equal(put.flag, null)
})

test('reverting a revert does not restore a draft that a person dismissed', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV', { number: 1 })
  await world.db.write(tx => dismissEntry(tx, world.action, draft.id))
  await revert(world, 1, 5)
  await revert(world, 5, 6)
  assert.deepEqual(await world.entries(), ['dismissed Export reports as CSV'])
})
