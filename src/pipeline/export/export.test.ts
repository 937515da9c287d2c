import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFeed } from 'feedsmith'
import { createToken } from '#access/tokens.ts'
import { editEntry } from '#entries/edit.ts'
import { listEntries } from '#entries/entries.ts'
import { withdrawEntry } from '#entries/moves.ts'
import { ENGINES } from '#testing/databases.ts'
import { aWorld, type World } from '#testing/world.ts'
import { feedFormats } from '../../providers.ts'
import { EXPORTS, type ExportName } from './export.ts'

async function exported({ db, clock, account }: World, name: ExportName): Promise<string> {
  const means = { db: db.read, clock, baseUrl: 'https://tidings.example', feedFormats }
  return (await Array.fromAsync(EXPORTS[name].write(means, account))).join('')
}

for (const engine of ENGINES) {
  test(`an export holds all that there is, and no secret (${engine})`, async () => {
    const world = await aWorld(engine)
    try {
      world.merge('feat: export reports as CSV')
      world.merge('ci: cache the packages', { files: ['.github/workflows/ci.yml'] })
      world.merge('fix: receipts show the right currency')
      await world.settle()
      await world.aSet('Mobile')
      const [fix, feature] = await listEntries(world.db.read, { accountId: world.account.id })
      assert.ok(fix && feature)
      await world.db.write(tx => editEntry(tx, world.mover, feature.entry.id, { title: 'Reports as CSV' }))
      await world.db.write(tx => withdrawEntry(tx, world.mover, fix.entry.id))
      const wish = { name: 'crm', audience: 'api' as const, expiresAt: null }
      const { text: token } = await world.db.write(tx => createToken(tx, world.mover, world.account.id, wish))

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
          ['Reports as CSV', 'published', 1],
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
      assert.ok(all.activity.some((line: { action: string }) => line.action === 'edited'))
      assert.doesNotMatch(text, new RegExp(`${token}|${world.account.publicId}`))

      const markdown = await exported(world, 'markdown')
      assert.equal(
        markdown,
        '# Acme changelog\n\n## March 2026\n\n### New\n\n- Reports as CSV ([#1](https://github.com/acme/app/pull/1))\n',
      )
    } finally {
      await world.end()
    }
  })
}

test('exported feeds hold every entry and not just the newest fifty, and lead to no feed', async () => {
  const world = await aWorld()
  try {
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
  } finally {
    await world.end()
  }
})
