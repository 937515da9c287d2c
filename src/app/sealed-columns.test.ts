import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { copyToPostgres, openDatabase } from '#platform/db/open.ts'
import { countOfOlderKeys, type SealedColumn, sealAnew } from '#platform/db/sealed-columns.ts'
import { openSecrets } from '#platform/secrets.ts'
import { ENGINES, migratedPlace, newPlace } from '#testing/databases.ts'
import { fill } from '#testing/filled-database.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

const [older, newer] = ['older', 'newer'].map((id, at) => ({ id, bytes: new Uint8Array(32).fill(at) }))
if (!older || !newer) throw new Error('There are two keys.')
const [before, both, after] = [openSecrets([older]), openSecrets([newer, older]), openSecrets([newer])]
const { signal } = new AbortController()

/** Files that seal short-lived values (at most an hour), which are stored in no column. */
const SHORT_LIVED = ['auth/cookies.ts', 'pipeline/github-app/register.ts', 'social/accounts/authorize.ts']

test('every file that seals secrets says in which column', () => {
  const sealing = globSync('src/**/*.ts').filter(
    file => !file.endsWith('.test.ts') && /secrets\.seal\(/.test(readFileSync(file, 'utf8')),
  )
  const silent = sealing.filter(file => !readFileSync(file, 'utf8').includes('sealedColumn('))
  const known = SHORT_LIVED.map(file => `src/${file}`)
  assert.deepEqual(
    silent.filter(file => !known.includes(file) && file !== 'src/platform/db/sealed-columns.ts'),
    [],
  )
})

type Row = Record<string, string>
type Tables = Awaited<ReturnType<typeof fill>>

async function rowsOf(db: Database, { table, column, reads }: SealedColumn): Promise<Row[]> {
  const names = sql.join([...reads, column].map(name => sql.ref(name)))
  return (await sql<Row>`select ${names} from ${sql.table(table)}`.execute(db.read)).rows
}

/** All texts in these tables that are sealed with the older key. */
async function ofOlder(db: Database, tables: Tables): Promise<string[]> {
  const found: string[] = []
  for (const [table, columns] of tables)
    for (const { name } of columns.filter(one => one.type === 'TEXT')) {
      const like = sql`select 1 from ${sql.table(table)} where cast(${sql.ref(name)} as text) like '%v1.older.%'`
      if ((await like.execute(db.read)).rows.length > 0) found.push(`${table}.${name}`)
    }
  return found
}

/** Declares a test, on each engine, with a database that has several rows in every table and every secret sealed with the older key. */
function withSecrets(
  name: string,
  count: number,
  body: (db: Database, total: number, tables: Tables) => Promise<void>,
): void {
  for (const engine of ENGINES)
    test(`${name} (${engine})`, async () => {
      const [embedded, other] = [
        await migratedPlace('sqlite'),
        engine === 'postgres' ? await newPlace() : null,
      ]
      const source = await openDatabase(embedded.location, { migrate: false })
      const tables = await source.write(tx => fill(tx, count))
      if (other?.location.engine === 'postgres') await copyToPostgres(source, other.location.url)
      const db = other ? await openDatabase(other.location, { migrate: false }) : source
      try {
        for (const one of SEALED_COLUMNS)
          for (const row of await rowsOf(db, one))
            await replaceIn(
              db,
              one,
              row,
              before.seal(`${one.table} ${one.column}`, one.context(row as never)),
            )
        await body(db, SEALED_COLUMNS.length * count, tables)
      } finally {
        if (other) await db.close()
        await source.close()
        await other?.remove()
        await embedded.remove()
      }
    })
}

async function replaceIn(db: Database, one: SealedColumn, row: Row, sealed: string): Promise<void> {
  const [to, was] = [sql.ref(one.column), row[one.column]]
  await db.write(tx =>
    sql`update ${sql.table(one.table)} set ${to} = ${sealed} where ${to} = ${was}`.execute(tx),
  )
}

/** Every secret as read with the newer key alone. */
async function readByNewer(db: Database): Promise<string[]> {
  const found: string[] = []
  for (const one of SEALED_COLUMNS)
    for (const row of await rowsOf(db, one))
      found.push(after.open(row[one.column] ?? '', one.context(row as never)))
  return found
}

/** A database whose process dies at the write with this number. */
function dyingAt(db: Database, step: number): Database {
  let writes = 0
  return {
    ...db,
    write: work => (++writes > step ? Promise.reject(new Error('killed')) : db.write(work)),
  }
}

const seal = (db: Database, secrets = both) => sealAnew(db, secrets, SEALED_COLUMNS, signal)
const left = (db: Database) => countOfOlderKeys(db.read, both, SEALED_COLUMNS)

// The number of rows is larger than one step reads.
withSecrets(
  'secrets are sealed anew in every column, and nothing needs the older key afterwards',
  110,
  async (db, total, tables) => {
    assert.equal(await left(db), total)
    assert.equal((await ofOlder(db, tables)).length, SEALED_COLUMNS.length)
    await assert.rejects(seal(dyingAt(db, total / 2)), /killed/)
    assert.equal(await left(db), total / 2)
    assert.deepEqual(await seal(db), { sealed: total / 2, unreadable: 0 })
    assert.deepEqual(await ofOlder(db, tables), [])
    const names = SEALED_COLUMNS.flatMap(one => Array(110).fill(`${one.table} ${one.column}`))
    assert.deepEqual(await readByNewer(db), names)
    const foreign = openSecrets([{ id: 'third', bytes: new Uint8Array(32) }])
    assert.deepEqual(await seal(db, foreign), { sealed: 0, unreadable: total })
  },
)

withSecrets('killed at every write, it goes on with the next secret', 2, async (db, total) => {
  for (let step = 1; step <= total; step++) {
    await seal(dyingAt(db, 1)).catch(error => assert.match(error.message, /killed/))
    assert.equal(await left(db), total - step)
  }
  assert.deepEqual(await seal(db), { sealed: 0, unreadable: 0 })
})

withSecrets('what a server seals meanwhile stays, with whichever key it does', 2, async (db, total) => {
  for (const server of [before, both]) {
    let isServer = false
    const beside: Database = {
      ...db,
      async write(work) {
        if (!isServer) {
          isServer = true
          for (const one of SEALED_COLUMNS)
            for (const row of await rowsOf(db, one))
              await replaceIn(db, one, row, server.seal('changed', one.context(row as never)))
        }
        return db.write(work)
      },
    }
    assert.equal((await seal(beside)).unreadable, 0)
  }
  await seal(db)
  assert.deepEqual(await readByNewer(db), Array(total).fill('changed'))
})
