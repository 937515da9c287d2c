import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFeed } from 'feedsmith'
import { feedFormats } from '#app/registry.ts'
import { laidOut, openEditionOf } from '#changelog/editions/edition.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { renderFeed } from '#changelog/feeds/feed.ts'
import { findFeed, readFeed } from '#changelog/feeds/read-feed.ts'
import { markdownExport } from '#pipeline/export/markdown.ts'
import { overrideClassification } from '#pipeline/judging/overrides.ts'
import { recordedJudgement } from '#testing/offline-judge.ts'
import { ENGINES } from './databases.ts'
import { pullId } from './drafts.ts'
import { publishInEditions } from './schedule.ts'
import { aWorld, type World } from './world.ts'

const mergeTwo = (world: World): void => {
  world.merge('feat: add exports of reports as CSV', { number: 1 })
  world.merge('fix!: list rooms by page', { number: 2 })
}

async function tagsInFeed(world: World): Promise<string[][]> {
  const found = await findFeed(world.db.read, world.account.publicId, null)
  assert.ok(found)
  const feed = await readFeed(world.db.read, found, { baseUrl: '', address: '/changelog/x', docs: '/docs' })
  const json = feedFormats.find(format => format.name === 'jsonfeed')
  assert.ok(json)
  const { feed: read } = parseFeed(await renderFeed(json, feed, feedFormats))
  return (read as { items: { tags: string[] }[] }).items.map(({ tags }) => tags)
}

for (const engine of ENGINES) {
  test(`a breaking change is tagged in the feed and comes first in the export (${engine})`, async () => {
    await using world = await aWorld(engine)
    mergeTwo(world)
    await world.settle()
    assert.deepEqual(await tagsInFeed(world), [['breaking', 'fix'], ['feature']])
    const text = (await Array.fromAsync(markdownExport(world.db.read, world.account))).join('')
    assert.match(
      text,
      /### Breaking changes\n\n- List rooms by page.*\n\n### New\n\n- Add exports of reports/,
    )
  })
}

test('a breaking change is the first story of an edition', async () => {
  await using world = await aWorld()
  mergeTwo(world)
  await world.settle({ publish: false })
  const { id } = world.account
  await world.db.write(tx => publishInEditions(tx, world.action, id))
  const stored = await openEditionOf(world.db.read, id)
  assert.ok(stored)
  const { layout } = await laidOut(world.db.read, stored, world.clock.now())
  assert.deepEqual(
    layout.stories.map(({ title, isBreaking }) => [title, isBreaking]),
    [
      ['List rooms by page', true],
      ['Add exports of reports as CSV', false],
    ],
  )
})

test('a change stays breaking when a person changes its kind', async () => {
  await using world = await aWorld()
  mergeTwo(world)
  await world.settle()
  const id = await pullId(world, 2)
  const offline = await recordedJudgement(world.db.read, id)
  await world.db.write(tx => overrideClassification(tx, world.action, offline, id, { kind: 'improvement' }))
  assert.equal((await listEntries(world.db.read, { accountId: world.account.id })).length, 2)
  assert.deepEqual(await tagsInFeed(world), [['breaking', 'improvement'], ['feature']])
})
