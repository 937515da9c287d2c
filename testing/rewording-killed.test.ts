import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aCommandLine } from './command-line.ts'
import { onBothEngines } from './databases.ts'
import { titleIn, wordsFrom } from './language-model-answers.ts'
import { startLanguageModelServer } from './language-model-server.ts'
import { until } from './until.ts'

const DRAFTS = 30

onBothEngines('a rewording goes on after a kill with the drafts that had no turn', async location => {
  const models = await startLanguageModelServer()
  const where: Record<string, string> =
    location.engine === 'sqlite' ? { TIDINGS_DATA: dirname(location.file) } : { DATABASE_URL: location.url }
  const cli = aCommandLine({
    ...where,
    TIDINGS_PRIVATE_HOSTS: new URL(models.address).host,
    TIDINGS_ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  })
  const begun = Promise.withResolvers<void>()
  let isSilent = false
  models.behave(({ prompt }) => {
    if (models.asked.length === 5) {
      isSilent = true
      begun.resolve()
    }
    if (isSilent) return () => {}
    const title = titleIn(prompt)
    return {
      text: JSON.stringify(wordsFrom({ headline: title.replace('feat: add', 'Open'), body: '' }, title)),
    }
  })
  try {
    await cli.json('migrate')
    const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
    writeFileSync(
      join(cli.directory, 'merges.jsonl'),
      Array.from({ length: DRAFTS }, (_, at) => lineFor(at + 1)).join('\n'),
    )
    await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account, '--past', 'drafts')
    const place = ['--provider', 'ollama', '--model', 'llama3', '--url', models.address]
    await cli.json('account', 'writer', '--account', account, ...place, '--on')
    const shown = await cli.json('entry', 'reword', '--account', account, '--show')
    assert.equal(shown.offer.drafts, DRAFTS)
    const { last } = await cli.json('entry', 'reword', '--account', account)
    assert.deepEqual([last.state, last.left], ['running', DRAFTS])

    const worker = cli.start('worker')
    await begun.promise
    worker.process.kill('SIGKILL')
    await worker.ended
    isSilent = false
    const before = models.asked.length
    const progress = async () => (await cli.json('entry', 'reword', '--account', account, '--show')).last
    const { reworded } = await progress()
    assert.ok(reworded > 0 && reworded < DRAFTS, `${reworded} were reworded before`)
    const again = cli.start('worker')
    await until(async () => (await progress()).state !== 'running')
    again.process.kill('SIGTERM')
    await again.ended
    const end = await progress()
    assert.deepEqual([end.state, end.reworded, end.left], ['done', DRAFTS, 0])
    assert.ok(
      models.asked.length - before <= DRAFTS - reworded,
      'what was reworded before is not asked for again',
    )
    const { entries } = await cli.json('entry', 'list', '--account', account)
    for (const { title } of entries) assert.match(title, /^Open report/)
  } finally {
    cli.remove()
    await models.close()
  }
})

const lineFor = (number: number): string =>
  JSON.stringify({
    repo: 'acme/app',
    number,
    title: `feat: add report ${number}`,
    body: `Customers can now download report ${number} as a file.`,
    url: `https://github.com/acme/app/pull/${number}`,
    labels: ['customer-request'],
    merged_at: new Date(Date.parse('2026-01-01T10:00:00Z') + number * 60_000).toISOString(),
    files: [{ path: 'web/reports/export.ts', additions: 40, deletions: 2, status: 'modified' }],
  })
