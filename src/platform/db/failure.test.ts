import assert from 'node:assert/strict'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { AppError } from '#platform/errors.ts'
import { migratedPlace } from '#testing/databases.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'

const account = (id: string) => ({
  id,
  public_id: id,
  name: 'x'.repeat(50_000),
  allowed_origins: null,
  language: 'en',
  created_at: 1_700_000_000_000,
})

const insert = (db: Database, id: string) =>
  db.write(tx => tx.insertInto('account').values(account(id)).execute())

const accounts = async (db: Database): Promise<string[]> =>
  (await db.read.selectFrom('account').select('id').execute()).map(row => row.id)

/** Runs the work with a SQLite database of its own. */
async function withFile(work: (db: Database, file: string) => Promise<void>): Promise<void> {
  const { location, remove } = await migratedPlace('sqlite')
  const db = await openDatabase(location, { migrate: false })
  try {
    await work(db, location.engine === 'sqlite' ? location.file : '')
  } finally {
    await db.close()
    await remove()
  }
}

const limitPages = (db: Database, pages: number) =>
  db.write(tx => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx))

test('a write on a full disk fails with the reason, and the next one succeeds when there is space', () =>
  withFile(async db => {
    await limitPages(db, 1)
    for (const id of ['a', 'b'])
      await assert.rejects(insert(db, id), {
        code: 'unavailable',
        message: 'The database cannot be used: no space is left on its disk.',
        publicMessage: 'The database does not answer just now. Try again later.',
      })
    assert.deepEqual(await accounts(db), [])
    await limitPages(db, 100_000)
    await insert(db, 'c')
    assert.deepEqual(await accounts(db), ['c'])
  }))

test('an error after the engine has ended the transaction is reported unchanged', () =>
  withFile(async db => {
    const failed = db.write(async tx => {
      await sql`rollback`.execute(tx)
      throw new Error('the first error')
    })
    await assert.rejects(failed, { message: 'the first error' })
    await insert(db, 'a')
  }))

test('a damaged database file has a clear error message', () =>
  withFile(async (db, file) => {
    await insert(db, 'a')
    await db.read.selectFrom('account').select('id').execute()
    overwrite(file)
    await assert.rejects(db.read.selectFrom('account').selectAll().execute(), {
      code: 'unavailable',
      message: /^The database cannot be used: its file is damaged \(.+\); restore a backup\.$/,
    })
  }))

test('a file that is not a database has a clear error message', () =>
  withFile(async (db, file) => {
    await db.close()
    overwrite(file, 0)
    await assert.rejects(openDatabase({ engine: 'sqlite', file }, { migrate: true }), {
      code: 'unavailable',
      message: /its file is damaged \(file is not a database\); restore a backup\. The database is .+\.db\.$/,
    })
  }))

/** Overwrites everything after the header, as a failing disk does; the write-ahead log is emptied first. */
function overwrite(file: string, from = 4_096): void {
  const other = new DatabaseSync(file)
  other.exec('pragma wal_checkpoint(truncate)')
  other.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(statSync(file).size - from, 0xa5), 0, undefined, from)
  closeSync(handle)
}

test('a writer times out on its own deadline, however many wait before it', () =>
  withFile(async (db, file) => {
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    const start = performance.now()
    const failed = await Promise.allSettled(['a', 'b', 'c'].map(id => insert(db, id)))
    const seconds = (performance.now() - start) / 1000
    other.exec('rollback')
    other.close()
    for (const one of failed) assert.ok(one.status === 'rejected' && one.reason instanceof AppError)
    assert.ok(seconds < 17, `all three gave up after ${seconds} s`)
    await insert(db, 'd')
  }))
