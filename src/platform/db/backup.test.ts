import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { backupSqlite, openDatabase } from './open.ts'

const PAGE = 4_096
const never = new AbortController().signal

/** A folder with a database of this many megabytes. */
function aDatabase(context: TestContext, megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-backup-'))
  const file = join(folder, 'tidings.db')
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; create table note (id integer primary key, text text not null)')
  const insert = db.prepare("insert into note (text) values (printf('%.*c', 3000, 'x'))")
  db.exec('begin')
  for (let row = 0; row < megabytes * 333; row++) insert.run()
  db.exec('commit')
  context.after(() => {
    if (db.isOpen) db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, file, target: join(folder, 'backup.db'), db, insert }
}

const rowsIn = (file: string): unknown => {
  const db = new DatabaseSync(file, { readOnly: true })
  const rows = db.prepare('select count(*) as n from note').get()?.n
  db.close()
  return rows
}

test('a backup finishes beside a constant writer and reflects its start', async context => {
  const { file, target, insert } = aDatabase(context, 24)
  const before = Number(rowsIn(file))
  const writer = setInterval(() => insert.run(), 2)
  context.after(() => clearInterval(writer))
  const bytes = await backupSqlite(file, target, AbortSignal.timeout(30_000))
  clearInterval(writer)
  assert.ok(Number(rowsIn(file)) > before + 2, 'the writer went on')
  const copied = Number(rowsIn(target))
  assert.ok(copied >= before && copied <= before + 1, `${copied} of ${before} rows`)
  assert.equal(statSync(target).size, bytes)
  assert.equal(statSync(target).mode & 0o777, 0o600)
})

test('a backup has nothing of what was deleted before it', async context => {
  const { folder, target } = aDatabase(context, 0)
  const file = join(folder, 'own.db')
  const db = await openDatabase({ engine: 'sqlite', file }, { migrate: true })
  for (const text of ['short', 'long '.repeat(5_000)])
    await db.write(tx => sql`insert into erased (hash) values (${`somebody's ${text}`})`.execute(tx))
  await db.write(tx => sql`delete from erased`.execute(tx))
  await db.close()
  await backupSqlite(file, target, never)
  for (const path of [file, target]) assert.ok(!readFileSync(path).includes("somebody's"), path)
})

test('an aborted backup leaves nothing behind', async context => {
  const { folder, file, target } = aDatabase(context, 24)
  const stop = new AbortController()
  const begun = once(watch(folder, { signal: stop.signal }), 'change')
  const stopped = backupSqlite(file, target, stop.signal)
  await begun
  assert.ok(readdirSync(folder).some(name => name.startsWith('backup.db.partial-')))
  stop.abort(new Error('stopped by the test'))
  await assert.rejects(stopped, /stopped by the test/)
  assert.deepEqual(left(folder), [])
})

const left = (folder: string) => readdirSync(folder).filter(name => name.startsWith('backup.db'))

test('a damaged database is not backed up', async context => {
  for (const [what, position] of [
    ['a page of rows', 300 * PAGE],
    ['the header', 0],
    ['the list of tables', 100],
  ] as const) {
    const { folder, file, target, db } = aDatabase(context, 4)
    db.close()
    writeSync(openSync(file, 'r+'), Buffer.alloc(600, 0xa5), 0, 600, position)
    await assert.rejects(backupSqlite(file, target, never), { code: 'unavailable' }, what)
    assert.deepEqual(left(folder), [], what)
  }
})

test('an existing backup is not overwritten, and a partial one does not get in the way', async context => {
  const { folder, file, target } = aDatabase(context, 1)
  const abandoned = `${target}.partial-999999999`
  for (const suffix of ['', '-journal']) openSync(abandoned + suffix, 'w')
  await backupSqlite(file, target, never)
  assert.deepEqual(left(folder), ['backup.db'])
  await assert.rejects(backupSqlite(file, target, never), /is there already; name a new file/)
  assert.ok(existsSync(target))
})
