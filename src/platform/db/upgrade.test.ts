import assert from 'node:assert/strict'
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

onBothEngines(
  'a database from before the first release is left alone, and how to begin anew is said',
  async location => {
    for (const earlier of ['0001-changelog', '0002-first-import']) {
      await withHandle(location, async db => {
        await migratorOf(db, location.engine).migrateToLatest()
        await sql`update kysely_migration set name = ${earlier}`.execute(db)
      })
      const refused = { message: /from before its first release, and is left alone\. Begin anew/ }
      await assert.rejects(migrateDatabase(location), refused)
      await assert.rejects(openDatabase(location, { migrate: false }), refused)
      await withHandle(location, db => sql`update kysely_migration set name = '0001-initial'`.execute(db))
    }
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

const migratorOf = (db: Kysely<Schema>, engine: Engine) =>
  new Migrator({ db, provider: { getMigrations: async () => migrationsFor(engine) } })

/** The schema of a new database, which is created at this location and then removed. */
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
