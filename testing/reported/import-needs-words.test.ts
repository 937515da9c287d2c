import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'

const merge = (number: number, title: string, body = '') =>
  JSON.stringify({
    ...{ repo: 'acme/app', number, title, body, merged_at: `2026-03-0${number}T10:00:00Z` },
    files: [{ path: 'src/app.ts', additions: 8, deletions: 2 }],
  })

test('an import that publishes leaves what needs words to a person, also when it comes again', async context => {
  const cli = aCommandLine()
  context.after(() => cli.remove())
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const lines = [merge(1, 'feat: export plates as CSV'), merge(2, 'Resolve "Plates on the table"')]
  writeFileSync(join(cli.directory, 'merges.jsonl'), lines.join('\n'))
  const words = ['import', 'jsonl', 'merges.jsonl', '--account', account, '--publish']
  const first = await cli.json(...words)
  assert.deepEqual([first.user_facing, first.published, first.unpublished], [2, 1, { needs_words: 1 }])
  const again = await cli.json(...words)
  assert.deepEqual(again.unpublished, { published_before: 1, needs_words: 1 })
  const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'published')
  assert.deepEqual(
    entries.map(({ title }: { title: string }) => title),
    ['Export plates as CSV'],
  )
})
