import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFeed } from 'feedsmith'
import { Marked } from 'marked'
import { feedFormats } from '#app/registry.ts'
import { createToken } from '#auth/tokens.ts'
import { editEntry, illustrateEntry } from '#changelog/entries/edit.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { mediaFrom } from '#changelog/entries/images/recordings/recording.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { ENGINES } from '#testing/databases.ts'
import { aPng } from '#testing/picture-server.ts'
import { aRecording } from '#testing/recordings/recordings.ts'
import { aWorld, type World } from '#testing/world.ts'
import { EXPORTS } from './export.ts'

async function exported({ db, clock, account }: World, name: keyof typeof EXPORTS): Promise<string> {
  const context = { db: db.read, clock, baseUrl: 'https://tidings.example', feedFormats }
  return (await Array.fromAsync(EXPORTS[name].write(context, account))).join('')
}

for (const engine of ENGINES) {
  test(`an export holds all data and no secret (${engine})`, async () => {
    await using world = await aWorld(engine)
    world.merge('feat: export reports as CSV')
    world.merge('ci: cache the packages', { files: ['.github/workflows/ci.yml'] })
    world.merge('fix: receipts show the right currency')
    await world.settle()
    await world.aSet('Mobile')
    const [fix, feature] = await listEntries(world.db.read, { accountId: world.account.id })
    assert.ok(fix && feature)
    await world.db.write(tx => editEntry(tx, world.action, feature.entry.id, { title: 'Reports as CSV' }))
    await world.db.write(tx => withdrawEntry(tx, world.action, fix.entry.id))
    const still = await pictureFrom(await aPng('teal'), 'acme')
    const film = { ...(await mediaFrom(aRecording('mp4'), 'acme')), poster: still }
    await world.db.write(tx =>
      illustrateEntry(tx, world.action, feature.entry.id, { picture: film, alt: 'The menu opens' }),
    )
    const input = { name: 'crm', audience: 'api' as const, expiresAt: null }
    const { text: token } = await world.db.write(tx => createToken(tx, world.action, world.account.id, input))

    const text = await exported(world, 'json')
    const all = JSON.parse(text)
    assert.deepEqual(
      all.entries
        .map((entry: { title: string; state: string; history: unknown[] }) => [
          entry.title,
          entry.state,
          entry.history.length,
        ])
        .sort(),
      [
        ['Receipts show the right currency', 'withdrawn', 1],
        ['Reports as CSV', 'published', 2],
      ],
    )
    assert.deepEqual(
      all.pull_requests.map((pull: { number: number; decisions: unknown[] }) => [
        pull.number,
        pull.decisions.length,
      ]),
      [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
    )
    assert.equal(all.sets[0].name, 'Mobile')
    const [shown] = all.entries.filter(({ image }: { image: string | null }) => image !== null)
    const imageOf = (wanted: string) => all.images.find(({ sha256 }: { sha256: string }) => sha256 === wanted)
    const recording = imageOf(shown.image)
    assert.equal(recording.media_type, 'video/mp4')
    assert.deepEqual(Buffer.from(recording.base64, 'base64'), Buffer.from(film.bytes))
    assert.equal(imageOf(recording.poster).media_type, 'image/png')
    assert.ok(all.activity.some((line: { action: string }) => line.action === 'edited'))
    assert.doesNotMatch(text, new RegExp(`${token}|${world.account.publicId}`))

    const markdown = await exported(world, 'markdown')
    assert.equal(
      markdown,
      '# Acme changelog\n\n## March 2026\n\n### New\n\n- Reports as CSV ([#1](https://github.com/acme/app/pull/1))\n',
    )
  })
}

for (const engine of ENGINES)
  test(`every time in an export is written as ISO 8601 (${engine})`, async () => {
    await using world = await aWorld(engine)
    world.merge('feat: export reports as CSV')
    await world.settle()
    const [{ entry } = assert.fail()] = await listEntries(world.db.read, { accountId: world.account.id })
    await world.db.write(async tx => {
      const words = { title: 'Berichte als CSV', body: '', version: 1, source_hash: '', by_machine: 0 }
      const about = { entry_id: entry.id, account_id: entry.accountId, language: 'de' }
      await tx
        .insertInto('entry_translation')
        .values({ ...about, ...words, updated_at: world.clock.now() })
        .execute()
      await withdrawEntry(tx, world.action, entry.id)
    })
    const text = await exported(world, 'json')
    const [told] = JSON.parse(text).entries[0].translations
    assert.equal(told.updated_at, new Date(world.clock.now()).toISOString())
    assert.match(JSON.stringify(JSON.parse(text).entries[0].history), /"at":"2026-/)
    assert.doesNotMatch(text.replace(/"activity":[\s\S]*/, ''), /"(?:at|\w+_at|\w+_for)":\d/)
  })

test('exported feeds hold every entry, not just the newest fifty, and have no feed URL', async () => {
  await using world = await aWorld()
  for (let n = 1; n <= 120; n++) world.merge(`feat: add report ${n} to the overview`)
  await world.settle()
  const titles = (await listEntries(world.db.read, { accountId: world.account.id })).map(
    ({ entry }) => entry.title,
  )
  const atom = await exported(world, 'atom')
  const { feed } = parseFeed(atom)
  assert.deepEqual(
    (feed as { entries: { title: { value: string } }[] }).entries.map(entry => entry.title.value),
    titles,
  )
  const json = await exported(world, 'jsonfeed')
  assert.deepEqual(
    JSON.parse(json).items.map((item: { title: string }) => item.title),
    titles,
  )
  assert.doesNotMatch(atom + json, new RegExp(world.account.publicId))
  const markdown = await exported(world, 'markdown')
  assert.equal(markdown.match(/^- /gm)?.length, 120)
})

test('the Markdown export contains no raw HTML', async () => {
  await using world = await aWorld()
  const bodies = [
    'Adds <script>alert(1)</script> and <img src=x onerror="alert(1)">.',
    '<iframe src="https://evil.example"></iframe>\n\n<!-- hidden -->\n\n<?php x ?>',
    'A list of `Map<string>` in code.\n\n```html\n<div class="a"></div>\n```\n\nSee <https://example.com/a>.',
    'One ` two\n`<script>alert(2)</script>`',
    'Ends in the middle of code:\n\n```\ncode',
    '```\n<script>alert(3)</script>\n```',
    `${'a_b *'.repeat(300)} <img a_b=1 src=x>`,
    'Escaped already: \\<b onclick=x>, and \\\\<i onclick=x>.',
    '- item\n\n      <svg onload=alert(4)>\n\n> <object data=x>\n\n| a | b |\n|---|---|\n| <embed src=x> | `<u>` |',
  ]
  for (const [n] of bodies.entries()) world.merge(`feat: add report ${n} to the overview`)
  await world.settle()
  const listed = await listEntries(world.db.read, { accountId: world.account.id })
  for (const [n, { entry }] of listed.entries())
    await world.db.write(async tx => {
      const title = n === 0 ? 'Reports `<script>``, <b onclick=x> and ``<i>`' : entry.title
      await editEntry(tx, world.action, entry.id, { title, body: bodies[n] ?? '' })
    })
  const markdown = await exported(world, 'markdown')
  const html = new Marked({ gfm: true, async: false }).parse(markdown, { async: false })
  assert.doesNotMatch(html, /<(?:script|img|iframe|b|i|u|svg|object|embed|!--|\?)[\s>p-]/)
  for (let n = 1; n <= 2; n++) assert.match(html, new RegExp(`alert\\(${n}\\)`))
})

test('code and addresses in the Markdown export keep their angle brackets', async () => {
  await using world = await aWorld()
  world.merge('feat: add report 1 to the overview')
  await world.settle()
  const [listed] = await listEntries(world.db.read, { accountId: world.account.id })
  const body =
    'Lists `Map<string>` with <b>care</b>, see <https://example.com/a>.\n\n```html\n<div></div>\n```'
  await world.db.write(tx => editEntry(tx, world.action, listed?.entry.id ?? '', { body }))
  const markdown = await exported(world, 'markdown')
  assert.match(markdown, /`Map<string>` with &lt;b>care&lt;\/b>, see <https:\/\/example\.com\/a>/)
  assert.match(markdown, /<div><\/div>/)
})
