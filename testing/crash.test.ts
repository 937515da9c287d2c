import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { accountByPublicId } from '#accounts/account.ts'
import { listEntries } from '#changelog/entries/list.ts'
import type { Database } from '#platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import { aCommandLine, BIN, type CommandLine } from './command-line.ts'
import { onBothEngines } from './databases.ts'
import { diesAt } from './dies-at.ts'
import { freePort } from './postgres.ts'
import { until } from './until.ts'

/** The number of merges: three times as many as an import records at once. */
const MERGES = 600

const KEY = `crash:${Buffer.alloc(32, 5).toString('base64')}`

const cliAt = (location: DatabaseLocation, more: Record<string, string> = {}): CommandLine =>
  aCommandLine({
    TIDINGS_ENCRYPTION_KEY: KEY,
    ...(location.engine === 'sqlite'
      ? { TIDINGS_DATA: dirname(location.file) }
      : { DATABASE_URL: location.url }),
    ...more,
  })

onBothEngines('four processes that start at once on an empty database all succeed', async location => {
  const client = cliAt(location)
  const desks = await Promise.all(
    [1, 2, 3, 4].map(async () => cliAt(location, { PORT: String(await freePort()) })),
  )
  try {
    const servers = desks.map(cli => cli.start('serve'))
    await Promise.all(servers.map(server => server.waitFor('Tidings listens on')))
    assert.equal((await client.json('account', 'create', '--name', 'Acme')).name, 'Acme')
  } finally {
    for (const cli of [client, ...desks]) cli.remove()
  }
})

onBothEngines('a killed migration leaves nothing half done', async location => {
  using cli = cliAt(location)
  for (const call of [1, 5, 20, 50, 80]) {
    const migration = cli.startScript(diesAt(call), BIN, 'migrate')
    await migration.ended
    assert.equal(migration.process.signalCode, 'SIGKILL', `it makes ${call} calls`)
  }
  await cli.json('migrate')
  assert.equal((await cli.json('account', 'create', '--name', 'Acme')).name, 'Acme')
})

onBothEngines(
  'an import that is killed and repeated gives the same ledger as an uninterrupted one',
  async location => {
    using cli = cliAt(location)
    writeFileSync(
      join(cli.directory, 'merges.jsonl'),
      Array.from({ length: MERGES }, (_, n) => lineFor(n + 1)).join('\n'),
    )
    const whole = (await cli.json('account', 'create', '--name', 'Whole')).account_id
    const broken = (await cli.json('account', 'create', '--name', 'Broken')).account_id
    await cli.start('import', 'jsonl', 'merges.jsonl', '--account', whole, '--publish').ended
    const db = await openDatabase(location, { migrate: false })
    for (const share of [0.01, 0.4]) {
      const run = cli.start('import', 'jsonl', 'merges.jsonl', '--account', broken, '--publish')
      await until(async () => (await recordedIn(db, broken)) >= MERGES * share, 'a part of the import')
      run.process.kill('SIGKILL')
      await run.ended
    }
    await db.close()
    const last = await cli.json('import', 'jsonl', 'merges.jsonl', '--account', broken, '--publish')
    assert.equal(last.recorded + last.skipped, MERGES)
    assert.deepEqual(await storyOf(location, broken), await storyOf(location, whole))
  },
)

/** A line of the import: a feature, a fix or an internal change in turn, and every hundredth a revert. */
function lineFor(number: number): string {
  const titles = [
    `feat: add report ${number}`,
    `fix: report ${number} shows its total`,
    `ci: run job ${number} nightly`,
  ]
  const title = number % 100 === 0 ? `Revert "feat: add report (#${number - 1})"` : titles[number % 3]
  const path = number % 3 === 2 ? '.github/workflows/ci.yml' : `src/report-${number}.ts`
  const merged_at = new Date(Date.parse('2026-01-01') + number * 60_000).toISOString()
  return JSON.stringify({
    repo: 'acme/app',
    number,
    title,
    body: '',
    merged_at,
    files: [{ path, additions: 9 }],
  })
}

async function recordedIn(db: Database, publicId: string): Promise<number> {
  const { id } = await accountByPublicId(db.read, publicId)
  const { n } = await db.read
    .selectFrom('pull_request')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Everything about an account that does not differ from one import to the next: ids and times of recording do. */
async function storyOf(location: DatabaseLocation, publicId: string) {
  const db = await openDatabase(location, { migrate: false })
  try {
    const account = await accountByPublicId(db.read, publicId)
    const pulls = await listPulls(db.read, { accountId: account.id })
    const entries = await listEntries(db.read, { accountId: account.id })
    const decisions = await db.read
      .selectFrom('decision')
      .innerJoin('pull_request', 'pull_request.id', 'decision.pull_request_id')
      .select(['pull_request.number', 'decision.input_hash'])
      .where('decision.account_id', '=', account.id)
      .orderBy('pull_request.number')
      .execute()
    return {
      pulls: pulls.map(({ number, place, title, reason }) => ({ number, place, title, reason })),
      entries: entries.map(({ entry: { title, state, kind, updatedAt } }) => ({
        title,
        state,
        kind,
        updatedAt,
      })),
      decisions,
    }
  } finally {
    await db.close()
  }
}
