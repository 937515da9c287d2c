import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'

const merge = (number: number, title: string) =>
  JSON.stringify({ repo: 'acme/app', number, title, body: '', merged_at: new Date().toISOString() })

test('an account gets a time for editions, and its edition is shown, arranged and published', async context => {
  const cli = aCommandLine()
  context.after(() => cli.remove())
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const of = ['--account', account]
  const none = await cli.run('edition', 'show', ...of)
  assert.match(none.err, /tidings schedule add --takes edition/)
  assert.equal((await cli.json('schedule', 'show', ...of)).editions, null)
  const tuesday = ['--takes', 'edition', '--day', 'tuesday', '--time', '10:00']
  assert.equal((await cli.json('schedule', 'add', ...of, ...tuesday)).takes, 'edition')
  assert.equal((await cli.json('schedule', 'set', ...of, '--urgent-at-once')).editions.urgent_at_once, true)
  const merges = [merge(1, 'feat: export reports as CSV'), merge(2, 'fix: receipts show the right currency')]
  writeFileSync(join(cli.directory, 'merges.jsonl'), merges.join('\n'))
  await cli.json('import', 'jsonl', 'merges.jsonl', ...of)
  const shown = await cli.json('edition', 'show', ...of)
  assert.equal(shown.stories.length, 1)
  const [{ name, entries }] = shown.lists
  assert.deepEqual([name, entries.length], ['fixes', 1])
  const placed = await cli.json(
    'edition',
    'place',
    entries[0],
    ...of,
    '--as',
    'story',
    '--before',
    shown.stories[0],
  )
  assert.deepEqual(placed.stories, [entries[0], shown.stories[0]])
  const left = await cli.run('edition', 'place', shown.stories[0], ...of, '--as', 'out')
  assert.match(left.out, /Left out\n {2}\S+ {2}Export reports as CSV {2}\[person\]/)
  const back = await cli.json('edition', 'place', shown.stories[0], ...of, '--as', 'auto')
  assert.deepEqual([back.left_out, back.stories.length], [[], 2])
  const published = await cli.json('edition', 'publish', ...of)
  assert.deepEqual([published.state, published.origin], ['published', 'edition'])
  assert.match((await cli.run('edition', 'publish', ...of)).err, /nothing in this edition/)
  const queued = await cli.json(
    'edition',
    'queue',
    ...of,
    '--at',
    new Date(Date.now() + 60_000).toISOString(),
  )
  assert.equal(queued.state, 'queued')
})
