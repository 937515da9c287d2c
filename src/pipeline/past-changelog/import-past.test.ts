import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedFormats } from '#app/registry.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import { groupEntries, ungroupEntry } from '#changelog/entries/grouping.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { EXPORTS } from '#pipeline/export/export.ts'
import { AppError } from '#platform/errors.ts'
import { findOrCreateRepository } from '#pulls/repositories/repositories.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, reload } from '#testing/drafts.ts'
import { aWorld, type World } from '#testing/world.ts'
import { feedTexts } from './feed.ts'
import { importPast, type PastImportOptions } from './import-past.ts'
import type { PastText } from './releases.ts'
import { changelogTexts, releaseTexts } from './releases.ts'

const CHANGELOG = `# Changelog

## Unreleased

- Dark mode (#4)

## 1.1.0 - 2026-02-20

### Added

- Reports as CSV (#1)

### Fixed

- Receipts show the right currency ([#2](https://github.com/acme/app/pull/2))

## 1.0.0 - 2026-02-01

- The first one
`

async function past(world: World, texts: readonly PastText[], input: Partial<PastImportOptions> = {}) {
  const { db, account, action, clock } = world
  const repository = await db.write(tx =>
    findOrCreateRepository(tx, clock, action.ids, account.id, { host: 'github.com', repo: 'acme/app' }),
  )
  const context = { db, action: { ...action, actor: 'import' } }
  return importPast(context, account, texts, { each: false, prereleases: false, repository, ...input })
}

const published = async ({ db, account }: World) =>
  (await listEntries(db.read, { accountId: account.id, state: 'published' })).map(
    ({ entry }) =>
      `${'publishedAt' in entry ? new Date(entry.publishedAt).toISOString().slice(0, 10) : ''} ${entry.kind} ${entry.magnitude} ${entry.title}`,
  )

/** Defines a test that runs in a world on each engine. */
function inWorld(name: string, story: (world: World) => Promise<void>): void {
  for (const engine of ENGINES) {
    test(`${name} (${engine})`, async () => {
      await using world = await aWorld(engine)
      await story(world)
    })
  }
}

inWorld('a changelog becomes published entries with its dates, once', async world => {
  const first = await past(world, changelogTexts(CHANGELOG))
  assert.deepEqual([first.published, first.skipped.ahead], [2, 1])
  const releases = ['2026-02-20 feature minor Version 1.1.0', '2026-02-01 improvement major Version 1.0.0']
  assert.deepEqual(await published(world), releases)
  const second = await past(world, changelogTexts(CHANGELOG))
  assert.deepEqual([second.published, second.known], [0, 2])
  const each = await past(world, changelogTexts(CHANGELOG), { each: true })
  assert.deepEqual([each.published, each.known], [0, 3])
  assert.deepEqual(await published(world), releases)
})

inWorld('importing by item makes each change an entry', async world => {
  const { published: made } = await past(world, changelogTexts(CHANGELOG), { each: true })
  assert.equal(made, 3)
  assert.deepEqual((await published(world)).toSorted(), [
    '2026-02-01 improvement patch The first one',
    '2026-02-20 feature patch Reports as CSV',
    '2026-02-20 fix patch Receipts show the right currency',
  ])
  assert.equal((await past(world, changelogTexts(CHANGELOG))).known, 2)
})

inWorld('drafts of changes in the changelog are dismissed, also those recorded later', async world => {
  const csv = await aDraft(world, 'Export reports as CSV', { number: 1 })
  const dark = await aDraft(world, 'Add dark mode', { number: 4 })
  const tally = await past(world, changelogTexts(CHANGELOG))
  assert.deepEqual([tally.linked, tally.replaced], [1, 1])
  assert.equal((await reload(world, csv)).state, 'dismissed')
  assert.equal((await reload(world, dark)).state, 'draft')
  world.merge('fix: receipts show the right currency', { number: 2 })
  await world.settle({ publish: false })
  world.merge('fix: receipts show the right currency', { number: 2, body: 'again' })
  await world.settle({ publish: true })
  assert.deepEqual((await world.ledger()).toSorted(), [
    'announced feat: Export reports as CSV',
    'announced fix: receipts show the right currency',
    'drafted feat: Add dark mode',
  ])
  const highlights = await world.db.read.selectFrom('highlight').select('content').execute()
  const promoted = highlights.map(row => JSON.parse(row.content))
  assert.deepEqual(promoted.map(one => [one.number, one.already_promoted]).toSorted(), [
    [1, true],
    [2, true],
    [4, false],
  ])
})

inWorld(
  'a queued entry is dismissed, and a group loses announced changes and waits for a person',
  async world => {
    const csv = await aDraft(world, 'Export reports as CSV', { number: 1 })
    const fix = await aDraft(world, 'Show the right currency', { number: 2 })
    const other = await aDraft(world, 'Add dark mode', { number: 4 })
    const at = world.clock.now() + 3_600_000
    await world.db.write(tx => queueEntry(tx, world.action, csv.id, { at }))
    const group = await world.db.write(tx =>
      groupEntries(tx, world.action, world.account.id, { entryIds: [fix.id, other.id] }),
    )
    await past(world, changelogTexts(CHANGELOG))
    assert.equal((await reload(world, csv)).state, 'dismissed')
    const left = await reload(world, group)
    assert.deepEqual([left.state, left.flag], ['draft', 'review'])
    const back = await world.db.write(tx => ungroupEntry(tx, world.action, group.id))
    assert.deepEqual(
      back.map(entry => entry.title),
      ['Add dark mode'],
    )
    assert.equal((await reload(world, fix)).state, 'dismissed')
  },
)

inWorld('a change with a published entry is not imported again', async world => {
  world.merge('feat: reports as CSV', { number: 1 })
  world.merge('fix: receipts show the right currency', { number: 2 })
  await world.settle()
  const tally = await past(world, changelogTexts(CHANGELOG))
  assert.deepEqual([tally.told, tally.published], [1, 1])
})

inWorld(
  'an imported entry can be edited and withdrawn, and a second import does not undo that',
  async world => {
    await past(world, changelogTexts(CHANGELOG))
    const [first, second] = await listEntries(world.db.read, { accountId: world.account.id })
    assert.ok(first && second)
    await world.db.write(tx => editEntry(tx, world.action, first.entry.id, { title: 'CSV at last' }))
    await world.db.write(tx => withdrawEntry(tx, world.action, second.entry.id))
    assert.equal((await past(world, changelogTexts(CHANGELOG))).known, 2)
    assert.deepEqual(await world.entries(), ['published CSV at last', 'withdrawn Version 1.0.0'])
  },
)

inWorld('GitHub releases link to their pages and match the same releases in the changelog', async world => {
  const aRelease = {
    name: '',
    body: 'x',
    at: Date.parse('2026-02-28T10:00:00Z'),
    url: null,
    isPrerelease: false,
  }
  const releases = [
    { ...aRelease, tag: 'v1.2.0', name: 'v1.2.0', body: '', at: Date.parse('2026-02-27T10:00:00Z') },
    {
      ...aRelease,
      tag: 'v1.1.0',
      name: 'Reports',
      body: "## What's Changed\n* CSV by @ada in https://github.com/acme/app/pull/1",
      at: Date.parse('2026-02-20T10:00:00Z'),
      url: 'https://github.com/acme/app/releases/v1.1.0',
    },
    { ...aRelease, tag: 'v2.0.0-rc.1', isPrerelease: true },
    { ...aRelease, tag: 'v3.0.0', at: null },
  ]
  const tally = await past(world, releaseTexts(releases))
  assert.deepEqual(
    [tally.published, tally.skipped],
    [1, { ahead: 1, trial: 1, empty: 1, undated: 0, unreadable: 0 }],
  )
  const [listed] = await listEntries(world.db.read, { accountId: world.account.id })
  assert.deepEqual(
    [listed?.entry.title, listed?.externalUrl],
    ['Reports', 'https://github.com/acme/app/releases/v1.1.0'],
  )
  assert.deepEqual([(await past(world, changelogTexts(CHANGELOG))).known], [1])
})

inWorld('a missing date is inferred from the merges or the neighbouring releases', async world => {
  await aDraft(world, 'Export reports as CSV', { number: 1, mergedAt: Date.parse('2026-02-10T08:00:00Z') })
  const text =
    '# @acme/ui\n\n## 4.0.0\n\n- x\n\n## 3.0.0\n\n- CSV (#1)\n\n## 2.0.0\n\n- y\n\n## 1.0.0 - 2026-02-01\n\n- z\n'
  const tally = await past(world, changelogTexts(text))
  assert.deepEqual(tally.dated, { said: 1, by_tags: 0, by_merges: 1, by_commits: 0, by_neighbours: 1 })
  assert.equal(tally.skipped.undated, 1)
  assert.deepEqual(await published(world), [
    '2026-02-10 improvement major @acme/ui 3.0.0',
    '2026-02-05 improvement major @acme/ui 2.0.0',
    '2026-02-01 improvement major @acme/ui 1.0.0',
  ])
})

inWorld('an export can be imported into another account, and is recognised in its own', async world => {
  world.merge('feat: export reports as CSV', { number: 1 })
  world.merge('fix: receipts show the right currency', { number: 2 })
  world.merge('feat: compare reports side by side', { number: 3 })
  await world.settle()
  const context = { db: world.db.read, clock: world.clock, baseUrl: 'https://tidings.example', feedFormats }
  for (const name of ['atom', 'jsonfeed'] as const) {
    const text = (await Array.fromAsync(EXPORTS[name].write(context, world.account))).join('')
    const texts = await feedTexts(text)
    assert.deepEqual(
      texts.map(one => [one.name, one.body]),
      [
        ['Compare reports side by side', 'Compare reports side by side'],
        ['Receipts show the right currency', 'Receipts show the right currency'],
        ['Export reports as CSV', 'Export reports as CSV'],
      ],
    )
    assert.equal((await past(world, texts)).known, 3)
    await using other = await aWorld()
    assert.equal((await past(other, texts)).published, 3)
    assert.equal((await past(other, texts)).known, 3)
    const kinds = async (of: World) =>
      (await listEntries(of.db.read, { accountId: of.account.id, state: 'published' })).map(
        ({ entry }) => `${entry.kind} ${entry.title}`,
      )
    assert.deepEqual(await kinds(other), await kinds(world))
  }
})

test('RSS is read, and its HTML becomes Markdown without scripts or remote content', async () => {
  const [item] = await feedTexts(
    '<rss version="2.0"><channel><title>t</title><item><title>A &amp;lt;b&amp;gt; &lt;i&gt;c&lt;/i&gt;</title><guid>g</guid>' +
      '<link>javascript:alert(1)</link><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate>' +
      '<description><![CDATA[<h2 onclick="x">New</h2><script>alert(1)</script><img src="https://t.example/1.gif"><p><a href="javascript:x">a</a> <b>b</b></p>]]></description></item></channel></rss>',
  )
  assert.equal(item?.body, '## New\n\na **b**')
  assert.deepEqual([item?.page, item?.at], [null, Date.parse('2026-03-02T10:00:00Z')])
})

test('text that is not a feed, or defines entities, is refused with a clear message', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss version="2.0"><channel><title>&b;</title></channel></rss>`
  const outside = '<!DOCTYPE feed SYSTEM "file:///etc/passwd"><feed xmlns="http://www.w3.org/2005/Atom"/>'
  for (const text of [bomb, outside, 'nothing', '{}', '[]', '<html></html>', `<rss>${'<a>'.repeat(100_000)}`])
    await assert.rejects(
      feedTexts(text),
      (error: unknown) => error instanceof AppError && error.code === 'invalid_parameter',
    )
  assert.throws(() => changelogTexts('1.0.0, Version 1\n\nno headings'), /No release was found/)
})

test('hostile Markdown is imported as harmless text', async () => {
  await using world = await aWorld()
  const body = `${'> '.repeat(5_000)}\n\n<script>alert(1)</script>\n\n${'[x]('.repeat(2_000)}\n${'_a'.repeat(9_000)}`
  const tally = await past(
    world,
    changelogTexts(
      `# Changelog\n\n## 1.0.0 - 2026-02-01\n\n${body}\n\n## 0.9.0 - 2026-01-01\n\n- ${'long '.repeat(20_000)}\n`,
    ),
  )
  assert.equal(tally.published + tally.skipped.unreadable, 2)
  const context = { db: world.db.read, clock: world.clock, baseUrl: 'https://tidings.example', feedFormats }
  const text = (await Array.fromAsync(EXPORTS.jsonfeed.write(context, world.account))).join('')
  assert.doesNotMatch(text, /<script/)
})
