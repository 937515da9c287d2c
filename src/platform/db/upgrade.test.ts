import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { onBothEngines } from '#testing/databases.ts'
import { schemaOf } from '#testing/schema.ts'
import { UPGRADES } from '#testing/upgrades.ts'
import type { Engine } from './database.ts'
import { migrationsFor } from './migrations/index.ts'
import { type DatabaseLocation, migrateDatabase, openDatabase } from './open.ts'
import type { Schema } from './schema.ts'

test('each migration after the first has a test that upgrades rows from before it', () => {
  const [, ...later] = Object.keys(migrationsFor('sqlite'))
  assert.deepEqual(
    later.filter(name => !(name in UPGRADES)),
    [],
  )
})

for (const [name, { before, after }] of Object.entries(UPGRADES)) {
  onBothEngines(`an upgrade by ${name} keeps the rows and gives the schema of a new database`, location => {
    const names = Object.keys(migrationsFor(location.engine))
    const made = async (db: Kysely<Schema>) => {
      const { error } = await migratorOf(db, location.engine).migrateTo(names[names.indexOf(name) - 1] ?? '')
      assert.equal(error, undefined)
      await before(db)
    }
    return upgrade(location, made, after)
  })
}

/** The folder has what made a database of the last commit with a migration for each change, with rows that its commands wrote. */
onBothEngines(
  'a database from before the first release keeps its rows and gets the schema of a new one',
  async location => {
    const file = new URL(`./before-release/${location.engine}.sql`, import.meta.url)
    const statements = (await readFile(file, 'utf8')).split(/;\n/).filter(text => text !== '')
    let columns: Columns = []
    let rows: Rows = {}
    const made = async (db: Kysely<Schema>) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
      columns = await columnsOf(db)
      rows = await rowsOf(db, columns)
      assert.equal(rows.entry?.length, 3)
    }
    await upgrade(location, made, async db => assert.deepEqual(await rowsOf(db, columns), rows))
  },
)

onBothEngines(
  'a database from long before the first release is left alone, and the version that can upgrade it is named',
  async location => {
    await withHandle(location, async db => {
      await migratorOf(db, location.engine).migrateToLatest()
      await sql`update kysely_migration set name = '0001-changelog' where name = '0001-initial'`.execute(db)
    })
    const refused = {
      message: /made before the first release of Tidings\. Migrate it with commit 38949da0 first/,
    }
    await assert.rejects(migrateDatabase(location), refused)
    await assert.rejects(openDatabase(location, { migrate: false }), refused)
  },
)

async function upgrade(
  location: DatabaseLocation,
  made: (db: Kysely<Schema>) => Promise<void>,
  after: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  const fresh = await freshSchema(location)
  await withHandle(location, made)
  await assert.rejects(openDatabase(location, { migrate: false }), { message: /run "tidings migrate"/ })
  await Promise.all([migrateDatabase(location), migrateDatabase(location)])
  const opened = await openDatabase(location, { migrate: false })
  await opened.close()
  await withHandle(location, async db => {
    assert.deepEqual(await schemaOf(db, location.engine), fresh)
    await after(db)
  })
}

type Rows = Record<string, string[]>

/** Tables with their columns. */
type Columns = { table: string; columns: string[] }[]

const columnsOf = async (db: Kysely<Schema>): Promise<Columns> =>
  (await db.introspection.getTables()).map(({ name, columns }) => ({
    table: name,
    columns: columns.map(column => column.name).filter(column => !DROPPED.has(`${name}.${column}`)),
  }))

/** Columns of the first release that a migration replaced. */
const DROPPED = new Set(['backfill.drafts'])

/** The rows of these tables as JSON, whatever their order, without columns that came later. */
async function rowsOf(db: Kysely<Schema>, tables: Columns): Promise<Rows> {
  const read = async ({ table, columns }: Columns[number]) => {
    const named = sql.join(columns.map(column => sql.ref(column)))
    const { rows } = await sql`select ${named} from ${sql.table(table)}`.execute(db)
    return [table, rows.map(row => JSON.stringify(row)).toSorted()] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}

const migratorOf = (db: Kysely<Schema>, engine: Engine) =>
  new Migrator({ db, provider: { getMigrations: async () => migrationsFor(engine) } })

/** The schema of a new database, which is made at this place and taken away again. */
const freshSchema = (location: DatabaseLocation): Promise<string[]> =>
  withHandle(location, async db => {
    let schema: string[] = []
    const undone = db.transaction().execute(async tx => {
      for (const { up } of Object.values(migrationsFor(location.engine))) await up(tx)
      schema = await schemaOf(tx, location.engine)
      throw new Error('Enough was seen.')
    })
    await assert.rejects(undone, /Enough was seen/)
    return schema
  })

async function withHandle<T>(
  location: DatabaseLocation,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const db = await (location.engine === 'sqlite'
    ? (await import('./dialects/sqlite.ts')).openSqliteForMigration(location.file)
    : (await import('./dialects/postgres.ts')).openPostgresForMigration(location.url))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
