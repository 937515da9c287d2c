import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'

const merge = (number: number, day: string, title: string, repo = 'acme/app') =>
  JSON.stringify({ repo, number, title, body: '', merged_at: `${day}T10:00:00Z` })

const MERGES = [
  merge(1, '2026-03-02', 'feat: export reports as CSV'),
  merge(2, '2026-03-03', 'feat: add a dark theme'),
  merge(3, '2026-03-12', 'feat: search the archive'),
  merge(4, '2026-03-13', 'feat: export totals as PDF'),
  merge(5, '2026-03-13', 'feat: export receipts as PDF', 'acme/mobile'),
  merge(6, '2026-03-13', 'feat: add a dark theme', 'acme/mobile'),
]

async function aTeam(context: TestContext) {
  const cli = aCommandLine()
  context.after(() => cli.remove())
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  writeFileSync(join(cli.directory, 'merges.jsonl'), MERGES.join('\n'))
  await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account)
  return { cli, words: ['entry', 'propose', '--account', account] }
}

test('--take creates the round-up that is proposed for a week', async context => {
  const { cli, words } = await aTeam(context)
  assert.match((await cli.run(...words)).out, /week of 9 March 2026: 4 drafts \(--take --week 2026-03-09\)/)
  const { round_ups: named } = await cli.json(...words, '--week', '2026-03-04')
  assert.deepEqual(named, [
    {
      name: 'the week of 2 March 2026',
      drafts: 2,
      from: '2026-03-02T00:00:00.000Z',
      until: '2026-03-09T00:00:00.000Z',
      tag: null,
      repo: null,
    },
  ])
  const mobile = await cli.run(...words, '--week', '2026-03-09', '--repo', 'acme/mobile')
  assert.match(mobile.out, /2 drafts \(--take --week 2026-03-09 --repo acme\/mobile\)/)
  const entry = await cli.json(...words, '--week', '2026-03-04', '--take')
  assert.match(entry.body, /week of 2 March 2026/)
  const again = await cli.run(...words, '--week', '2026-03-04')
  const taken = await cli.run(...words, '--week', '2026-03-04', '--take')
  assert.equal(again.out.trim(), taken.err)
  assert.match(taken.err, /^There are fewer than two drafts from the week of 2 March 2026/)
})

test('an invalid time span is a usage error, with and without --take', async context => {
  const { cli, words } = await aTeam(context)
  for (const span of [
    ['--week', 'nope'],
    ['--week', '2026-03-02', '--tag', 'v1'],
  ])
    for (const take of [[], ['--take']])
      assert.equal((await cli.run(...words, ...span, ...take)).code, 2, [...span, ...take].join(' '))
  assert.equal((await cli.run(...words, '--take')).code, 2)
})
