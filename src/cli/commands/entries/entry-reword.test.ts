import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'

test('the command line tells what rewording takes, starts it once, and stops it', async () => {
  using cli = aCommandLine({ TIDINGS_ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}` })
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const reword = (...options: string[]) => cli.run('entry', 'reword', '--account', account, ...options)
  const merge = {
    ...{ repo: 'acme/app', number: 1, title: 'feat: add CSV export', body: 'Download reports as a file.' },
    ...{ url: 'https://github.com/acme/app/pull/1', labels: ['customer-request'] },
    merged_at: '2026-01-01T10:00:00Z',
    files: [{ path: 'web/reports/export.ts', additions: 40, deletions: 2, status: 'modified' }],
  }
  writeFileSync(join(cli.directory, 'merges.jsonl'), JSON.stringify(merge))
  await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account, '--past', 'drafts')
  assert.match((await reword()).err, /No writer is switched on/)

  writeFileSync(join(cli.directory, 'key.txt'), 'sk-a-key-of-this-test')
  const place = ['--provider', 'openai', '--model', 'gpt-5-mini', '--key-file', 'key.txt']
  await cli.json('account', 'writer', '--account', account, ...place, '--budget', '20 USD', '--on')
  const offer = /^Drafts to reword: 1\. About 1 min, 3,500 tokens, 0\.0014 USD, of 20 USD left this month\.$/m
  assert.match((await reword('--show')).out, offer)
  assert.match((await reword()).out, /^0 of 1 drafts reworded; running, 1 left\.$/m)
  assert.match((await reword()).err, /being reworded already/)
  const { last } = JSON.parse((await reword('--show', '--json')).out)
  const stop = () => cli.run('run', 'stop', last.id)
  assert.equal((await stop()).out, 'It is stopped.\n')
  assert.match((await reword('--show')).out, /^0 of 1 drafts reworded; stopped, 1 left\.$/m)
  assert.match((await stop()).err, /has ended already/)
})
