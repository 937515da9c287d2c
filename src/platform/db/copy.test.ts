import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { migratedPlace, newPlace, onPostgres } from '#testing/databases.ts'
import { type Column, fill } from '#testing/filled-database.ts'
import type { Database } from './database.ts'
import { copyToPostgres, openDatabase } from './open.ts'
import type { Reader } from './schema.ts'

/** The rows as text, without the numbers that the search index assigns by itself. */
async function rowsOf(db: Reader, table: string, columns: readonly Column[]): Promise<string[]> {
  const names = columns
    .filter(({ name }) => table !== 'search_text' || name !== 'seq')
    .map(({ name }) => name)
  const { rows } =
    await sql<object>`select ${sql.join(names.map(name => sql.ref(name)))} from ${sql.table(table)}`.execute(
      db,
    )
  const plain = (value: unknown) => (value instanceof Uint8Array ? [...value] : value)
  return rows
    .map(row => JSON.stringify(Object.values(row).map(plain)).replace(`"'term`, '"term').replace(`'"`, '"'))
    .toSorted()
}

function withCopy(name: string, work: (source: Database, url: string) => Promise<void>): void {
  onPostgres(name, async () => {
    const [embedded, { location, remove }] = [await migratedPlace('sqlite'), await newPlace()]
    const source = await openDatabase(embedded.location, { migrate: false })
    try {
      await work(source, location.engine === 'postgres' ? location.url : '')
    } finally {
      await source.close()
      await remove()
      await embedded.remove()
    }
  })
}

withCopy('every row of every table is copied as it is, and references hold', async (source, url) => {
  // More rows than one statement takes.
  const count = 300
  const tables = await source.write(tx => fill(tx, count))
  assert.ok(tables.size > 50)
  const counts = await copyToPostgres(source, url)
  assert.deepEqual(counts, Object.fromEntries([...tables.keys()].map(table => [table, count])))
  const copy = await openDatabase({ engine: 'postgres', url }, { migrate: false })
  try {
    for (const [table, columns] of tables)
      assert.deepEqual(
        await rowsOf(copy.read, table, columns),
        await rowsOf(source.read, table, columns),
        table,
      )
    const orphan = sql`insert into publish_failure values ('none', 1, '', null)`
    await assert.rejects(
      copy.write(tx => orphan.execute(tx)),
      /foreign key/,
    )
    assert.deepEqual(
      (
        await sql`insert into search_text (id, account_id, terms) select 'one more', id, 'term' from account limit 1 returning id`.execute(
          copy.read,
        )
      ).rows,
      [{ id: 'one more' }],
    )
  } finally {
    await copy.close()
  }
})

withCopy('a copy that ends at any step leaves nothing, and is begun again', async (source, url) => {
  const tables = await source.write(tx => fill(tx, 1))
  for (const step of [1, 30, tables.size]) {
    const ending = (rows: number) => {
      if (rows === step) throw new Error('killed')
    }
    await assert.rejects(copyToPostgres(source, url, ending), /killed/)
  }
  assert.equal(Object.keys(await copyToPostgres(source, url)).length, tables.size)
  await assert.rejects(copyToPostgres(source, url), /has \d+ tables already\. Nothing was copied/)
})

withCopy('a table that would not be copied ends the copy', async (source, url) => {
  await source.write(tx => sql`create table note (id text primary key) strict`.execute(tx))
  await assert.rejects(copyToPostgres(source, url), /would not be copied: note\./)
})
