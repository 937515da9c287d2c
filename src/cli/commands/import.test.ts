import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'

const merge = (number: number, title: string, body = '') =>
  JSON.stringify({ repo: 'acme/app', number, title, body, merged_at: `2026-03-0${number}T10:00:00Z` })

const MERGES = [
  merge(1, 'feat: export reports as CSV'),
  merge(2, 'feat: add a dark theme'),
  merge(3, 'Revert "feat: add a dark theme"', 'Reverts #2'),
  merge(4, 'fix: search finds archived reports again', 'Reverts #999'),
  merge(5, 'feat: export receipts as PDF'),
  merge(6, 'feat: export invoices as PDF'),
]

async function aTeam(context: TestContext) {
  const cli = aCommandLine()
  context.after(() => cli.remove())
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  writeFileSync(join(cli.directory, 'merges.jsonl'), MERGES.join('\n'))
  return { cli, words: ['import', 'jsonl', 'merges.jsonl', '--account', account], account }
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)

test('an import with --publish accounts for every user-facing merge', async context => {
  const { cli, words, account } = await aTeam(context)
  await cli.json(...words)
  const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'draft')
  const idOf = (title: RegExp) => entries.find((entry: { title: string }) => title.test(entry.title)).id
  await cli.json('entry', 'edit', idOf(/receipts/), '--title', 'Receipts as PDF')
  await cli.json('entry', 'dismiss', idOf(/invoices/))
  const first = await cli.json(...words, '--publish')
  assert.equal(first.user_facing, first.published + sum(first.unpublished))
  assert.equal(first.published, 1)
  assert.deepEqual(first.unpublished, { reverted: 1, reverts_unknown: 1, edited: 1, dismissed: 1 })
  const again = await cli.run(...words, '--publish')
  assert.match(
    again.out,
    /5 user-facing: 0 published, 1 published before, .*1 waiting as drafts because they revert a change/,
  )
})

test('an import without --publish does not mention publishing', async context => {
  const { cli, words } = await aTeam(context)
  assert.match((await cli.run(...words)).out, /5 user-facing\.\n$/)
})
