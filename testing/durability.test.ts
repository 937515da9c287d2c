import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#platform/db/open.ts'
import { aCommandLine } from './command-line.ts'
import { migratedPlace, onPostgres } from './databases.ts'

// A commit that is acknowledged before it is on the disk survives a killed process and not a power cut, which no test can bring about.
// So what is tested is that every connection asks for it: with each statement that writes, whoever opened the connection.

const FULL = 2
const WRITES = /^\s*(?:begin immediate|insert|update|delete|create|drop|alter)\b/i

/** `synchronous` and `journal_mode` of the connections that wrote. */
const seen = new Set<string>()
const { prepare } = DatabaseSync.prototype

before(() => {
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, text: string) {
    if (WRITES.test(text) && this.location() !== null) seen.add(settingsOf(this))
    return prepare.call(this, text)
  }
})

after(() => {
  DatabaseSync.prototype.prepare = prepare
})

const settingsOf = (db: DatabaseSync): string =>
  ['synchronous', 'journal_mode'].map(name => prepare.call(db, `pragma ${name}`).get()?.[name]).join(' ')

test('every writing connection waits until its commits are on disk', async () => {
  using cli = aCommandLine()
  await cli.json('migrate')
  const account = (await cli.json('account', 'create', '--name', 'Acme')).account_id
  await cli.json('source', 'create', 'github', '--account', account, '--repo', 'acme/app')
  await cli.json('token', 'create', '--account', account, '--name', 'site')
  assert.deepEqual([...seen], [`${FULL} wal`])
})

onPostgres('a PostgreSQL connection uses the server setting for durable commits', async () => {
  const { location, remove } = await migratedPlace('postgres')
  const db = await openDatabase(location, { migrate: false })
  try {
    const { rows } = await db.write(tx =>
      sql<{ source: string }>`select source from pg_settings where name = 'synchronous_commit'`.execute(tx),
    )
    assert.match(rows[0]?.source ?? '', /^(?:default|configuration file|command line|database|user)$/)
  } finally {
    await db.close()
    await remove()
  }
})
