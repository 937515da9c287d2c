import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { accountByPublicId } from '#accounts/account.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { pullLines } from '../bench/fixtures.ts'
import { aCommandLine, BIN, type CommandLine } from './command-line.ts'
import { newPlace, onBothEngines, onPostgres } from './databases.ts'
import { COMMIT, diesAt } from './dies-at.ts'
import { freePort } from './postgres.ts'
import { rowsNaming } from './rows-naming.ts'
import { hmacHex } from './webhook-payloads.ts'

const [OLDER, NEWER] = ['older', 'newer'].map(
  (id, at) => `${id}:${Buffer.alloc(32, at + 1).toString('base64')}`,
)

const cliAt = (location: DatabaseLocation, key = OLDER): CommandLine =>
  aCommandLine({
    TIDINGS_ENCRYPTION_KEY: String(key),
    ...(location.engine === 'sqlite'
      ? { TIDINGS_DATA: dirname(location.file) }
      : { DATABASE_URL: location.url }),
  })

/** Runs a script with the option `killed`. Returns whether the process killed itself before the script ended. */
async function isKilledAt(cli: CommandLine, killed: string, ...words: string[]): Promise<boolean> {
  const run = cli.startScript(killed, ...words)
  const { code, err } = await run.ended
  if (run.process.signalCode === 'SIGKILL') return true
  assert.equal(code, 0, err)
  return false
}

onBothEngines('a rotation of keys goes on wherever it is killed, beside a running server', async location => {
  using cli = cliAt(location)
  await cli.json('migrate')
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const sources: { url: string; secret: string }[] = []
  for (const repo of ['acme/app', 'acme/site'])
    sources.push(await cli.json('source', 'create', 'github', '--account', account, '--repo', repo))
  cli.env.TIDINGS_ENCRYPTION_KEY = `${NEWER},${OLDER}`
  const serve = async () => {
    const port = await freePort()
    const web = cli.start('web', '--port', String(port))
    await web.waitFor('listens on')
    return { web, port }
  }
  const statuses = (port: number) =>
    Promise.all(
      sources.map(async ({ url, secret }) => {
        const body = JSON.stringify({ zen: 'Keep it logically awesome.' })
        const headers = {
          'content-type': 'application/json',
          'x-github-event': 'ping',
          'x-github-delivery': crypto.randomUUID(),
          'x-hub-signature-256': `sha256=${hmacHex(secret, body)}`,
        }
        const to = `http://127.0.0.1:${port}${new URL(url).pathname}`
        return (await fetch(to, { method: 'POST', headers, body })).status
      }),
    )
  const { web, port } = await serve()
  let kills = 0
  while (await isKilledAt(cli, diesAt(2, COMMIT), BIN, 'key', 'rotate')) {
    kills++
    assert.deepEqual(await statuses(port), [202, 202])
    assert.ok(kills < 20, 'each kill comes one secret later')
  }
  assert.ok(kills >= sources.length, `it was killed ${kills} times`)
  assert.deepEqual(await cli.json('key', 'rotate'), { sealed: 0, unreadable: 0 })
  web.process.kill('SIGKILL')
  await web.ended
  cli.env.TIDINGS_ENCRYPTION_KEY = String(NEWER)
  assert.deepEqual(await statuses((await serve()).port), [202, 202])
})

/** The number of rows in each table. */
async function rowsIn(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of rows)
      counts[name] = Number((await client.query(`select count(*) as n from "${name}"`)).rows[0].n)
    return counts
  } finally {
    await client.end()
  }
}

onPostgres('a move to PostgreSQL leaves nothing or everything there, wherever it is killed', async () => {
  const { location, remove } = await newPlace()
  const url = location.engine === 'postgres' ? location.url : ''
  using cli = aCommandLine()
  try {
    writeFileSync(join(cli.directory, 'merges.jsonl'), pullLines(40))
    const account = await anAccount(cli)
    const before = await exported(cli, account)
    // A move makes the tables, drops the keys, copies and counts the rows, and makes the keys again, all in one transaction.
    const steps: [number, string][] = [
      [1, 'create table'],
      [1, 'drop constraint'],
      ...[1, 12].map(n => [n, 'insert into "?\\w'] as [number, string]),
      [1, 'add constraint "?\\w+"? foreign key'],
      [50, 'add constraint "?\\w+"? foreign key'],
    ]
    for (const [n, statement] of steps) {
      const killed = await isKilledAt(cli, diesAt(n, statement), BIN, 'migrate', '--to', url)
      assert.ok(killed, `killed at ${n} × ${statement}`)
      assert.deepEqual(await rowsIn(url), {}, statement)
    }
    assert.equal(await exported(cli, account), before)
    // The copy is complete once its transaction has ended, even if the process is killed afterwards.
    assert.ok(await isKilledAt(cli, diesAt(1, '^(?=.*\\banalyze\\b)'), BIN, 'migrate', '--to', url))
    const copied = await rowsIn(url)
    assert.deepEqual([copied.account, copied.pull_request], [1, 40])
    assert.match((await cli.run('migrate', '--to', url)).err, /tables already\. Nothing was copied/)
    assert.equal(await exported(cli, account), before)
  } finally {
    await remove()
  }
})

const DELETING = fileURLToPath(new URL('deleting-accounts.ts', import.meta.url))

onBothEngines('an account that is due is deleted by processes of which each is killed', async location => {
  using cli = cliAt(location)
  await cli.json('migrate')
  writeFileSync(join(cli.directory, 'merges.jsonl'), pullLines(24))
  const [gone = '', other = ''] = [await anAccount(cli), await anAccount(cli)]
  const kept = await exported(cli, other)
  await cli.json('account', 'delete', '--account', gone)
  const db = await openDatabase(location, { migrate: false })
  try {
    const { id } = await accountByPublicId(db.read, gone)
    await db.write(tx => tx.updateTable('account').set({ deletes_at: 1 }).where('id', '=', id).execute())
    let kills = 0
    // Each process gets some tables further than the one before, until one gets to the end.
    while (await isKilledAt(cli, diesAt(2 + 9 * kills, COMMIT), DELETING, JSON.stringify(location))) kills++
    assert.ok(kills > 5, `it was killed ${kills} times`)
    assert.deepEqual(await rowsNaming(db.read, id, gone), [])
    assert.equal(await exported(cli, other), kept)
  } finally {
    await db.close()
  }
})

async function anAccount(cli: CommandLine): Promise<string> {
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account, '--publish')
  return account
}

/** The export of an account, without the time at which it was made. */
async function exported(cli: CommandLine, account: string): Promise<string> {
  return (await cli.run('export', '--account', account)).out.replace(/"exported_at":"[^"]*"/, '')
}
