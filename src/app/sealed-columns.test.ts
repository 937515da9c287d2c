import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { countOfOlderKeys, sealAnew } from '#platform/db/sealed-columns.ts'
import { openSecrets } from '#platform/secrets.ts'
import { migratedPlace } from '#testing/databases.ts'
import { fill, tablesOf } from '#testing/filled-database.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

const [older, newer] = ['older', 'newer'].map((id, at) => ({ id, bytes: new Uint8Array(32).fill(at) }))
if (!older || !newer) throw new Error('There are two keys.')
const [before, both, after] = [openSecrets([older]), openSecrets([newer, older]), openSecrets([newer])]
const { signal } = new AbortController()

/** What outlasts no hour, and is no column. */
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

async function rowsOf(
  db: Database,
  { table, column, reads }: (typeof SEALED_COLUMNS)[number],
): Promise<Row[]> {
  const names = sql.join([...reads, column].map(name => sql.ref(name)))
  return (await sql<Row>`select ${names} from ${sql.table(table)}`.execute(db.read)).rows
}

/** All texts of all tables that the older key sealed. */
async function ofOlder(db: Database): Promise<string[]> {
  const found: string[] = []
  for (const [table, columns] of await tablesOf(db.read))
    for (const { name, type } of columns.filter(one => one.type === 'TEXT')) {
      const like = sql`select 1 from ${sql.table(table)} where ${sql.ref(name)} like '%v1.older.%'`
      if (type === 'TEXT' && (await like.execute(db.read)).rows.length > 0) found.push(`${table}.${name}`)
    }
  return found
}

test('secrets are sealed anew in every column, on after a stop, and nothing needs the older key afterwards', async () => {
  const { location, remove } = await migratedPlace('sqlite')
  const db = await openDatabase(location, { migrate: false })
  const count = 150
  try {
    await db.write(tx => fill(tx, count))
    for (const one of SEALED_COLUMNS)
      for (const row of await rowsOf(db, one)) {
        const sealed = before.seal(`${one.table} ${one.column}`, one.context(row as never))
        const [to, was] = [sql.ref(one.column), row[one.column]]
        await db.write(tx =>
          sql`update ${sql.table(one.table)} set ${to} = ${sealed} where ${to} = ${was}`.execute(tx),
        )
      }
    const total = SEALED_COLUMNS.length * count
    assert.equal(await countOfOlderKeys(db.read, both, SEALED_COLUMNS), total)
    assert.equal((await ofOlder(db)).length, SEALED_COLUMNS.length)

    let writes = 0
    const dying: Database = {
      ...db,
      write: work => {
        if (++writes > total / 2) throw new Error('killed')
        return db.write(work)
      },
    }
    await assert.rejects(sealAnew(dying, both, SEALED_COLUMNS, signal), /killed/)
    assert.equal(await countOfOlderKeys(db.read, both, SEALED_COLUMNS), total / 2)
    assert.deepEqual(await sealAnew(db, both, SEALED_COLUMNS, signal), { sealed: total / 2, unreadable: 0 })
    assert.deepEqual(await ofOlder(db), [])
    for (const one of SEALED_COLUMNS)
      for (const row of await rowsOf(db, one))
        assert.equal(
          after.open(row[one.column] ?? '', one.context(row as never)),
          `${one.table} ${one.column}`,
        )
    const foreign = openSecrets([{ id: 'third', bytes: new Uint8Array(32) }])
    assert.deepEqual(await sealAnew(db, foreign, SEALED_COLUMNS, signal), { sealed: 0, unreadable: total })
  } finally {
    await db.close()
    await remove()
  }
})
