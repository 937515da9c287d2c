import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { historyOf } from './code-host-server/history.ts'
import { aSample, SAMPLE } from './code-host-server/sample.ts'
import { startCodeHostServer } from './code-host-server/server.ts'
import { aCommandLine } from './command-line.ts'
import { onBothEngines } from './databases.ts'
import { until } from './until.ts'
import { withoutConfidence } from './whole-ledger.ts'

onBothEngines('a killed backfill continues with the page it was at', async location => {
  using sample = await aSample()
  const server = await startCodeHostServer(await historyOf(sample.repository.folder, SAMPLE), SAMPLE)
  const { origin, host } = new URL(server.apiUrls.github)
  const where: Record<string, string> =
    location.engine === 'sqlite' ? { TIDINGS_DATA: dirname(location.file) } : { DATABASE_URL: location.url }
  const key = `test:${Buffer.alloc(32, 7).toString('base64')}`
  const cli = aCommandLine({ ...where, TIDINGS_PRIVATE_HOSTS: host, TIDINGS_ENCRYPTION_KEY: key })
  try {
    await cli.json('migrate')
    const [imported, asked] = [await anAccount(cli), await anAccount(cli)]
    const known = ['--account', imported, '--repo', SAMPLE]
    await cli.json('import', 'git', sample.repository.folder, ...known, '--past', 'history')
    writeFileSync(join(cli.directory, 'token'), server.token)
    const which = ['--account', asked, '--repo', SAMPLE]
    await cli.json('source', 'create', 'github', ...which, '--url', origin, '--token-file', 'token')

    const pages = () => server.asked.filter(({ body }) => body.includes('pullRequests(')).length
    const run = cli.start('backfill', '--account', asked, '--past', 'history')
    await until(() => pages() >= 2)
    run.process.kill('SIGKILL')
    await run.ended
    const before = pages()
    const { backfills } = await cli.json('backfill', '--account', asked, '--past', 'history')
    assert.equal(backfills.length, 1)
    const { state, recorded, updated } = backfills[0]
    assert.deepEqual([state, recorded, updated], ['done', 58, 0])
    assert.ok(pages() - before < 4, 'the pages before the kill are not asked for again')
    assert.deepEqual(await ledgerOf(cli, asked), await ledgerOf(cli, imported))
    const [again] = (await cli.json('backfill', '--account', asked, '--past', 'history')).backfills
    assert.deepEqual([again.recorded, again.updated], [0, 0])
  } finally {
    cli.remove()
    await server.close()
  }
})

type CommandLine = ReturnType<typeof aCommandLine>

const anAccount = async (cli: CommandLine): Promise<string> =>
  (await cli.json('account', 'create', '--name', 'Acme')).account_id

interface Line {
  number: number | null
  confidence: string
  reason: string
}

/** The pull requests of the ledger, without direct commits and the fields that depend on where the records came from. */
async function ledgerOf(cli: CommandLine, account: string): Promise<object[]> {
  const { pulls } = await cli.json('pull', 'list', '--account', account)
  return (pulls as (Line & Record<string, unknown>)[])
    .filter(({ number }) => number !== null)
    .map(({ pr_id: _, host: __, codehost_url: ___, ...rest }) => withoutConfidence(rest))
    .toSorted((a, b) => Number(a.number) - Number(b.number))
}
