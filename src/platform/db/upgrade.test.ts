import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { newPlace, onBothEngines, onPostgres } from '#testing/databases.ts'
import { schemaOf } from '#testing/schema.ts'
import { UPGRADES } from '#testing/upgrades.ts'
import type { Engine } from './database.ts'
import { migrationsFor } from './migrations/index.ts'
import { type DatabaseLocation, migrateDatabase, openDatabase } from './open.ts'
import type { Schema } from './schema.ts'

test('the first migration makes what it always made, since companies have databases of it', async () => {
  const schema = await withHandle({ engine: 'sqlite', file: ':memory:' }, async db => {
    await migratorOf(db, 'sqlite').migrateTo('0001-initial')
    return schemaOf(db, 'sqlite')
  })
  const hash = createHash('sha256').update(schema.join('\n')).digest('hex')
  assert.equal(
    hash,
    '66047136c1e8452f36af86e5cc47f1292c67ee2fd55eb5c7aac46bdc01e07489',
    'A change of the schema is a further migration: docs/recipes.md',
  )
})

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
      const refused = { message: /from before its first release, or .* is left alone\. Begin anew/ }
      await assert.rejects(migrateDatabase(location), refused)
      await assert.rejects(openDatabase(location, { migrate: false }), refused)
      await withHandle(location, db => sql`update kysely_migration set name = '0001-initial'`.execute(db))
    }
  },
)

onBothEngines('a database whose tables are not those of this version is left alone', async location => {
  await migrateDatabase(location)
  const changes = ['alter table queue_pause rename column queue to line', 'drop table queue_pause']
  for (const change of changes) {
    await withHandle(location, db => sql.raw(change).execute(db))
    const refused = { message: /from before its first release, or was not restored completely/ }
    await assert.rejects(migrateDatabase(location), refused)
    await assert.rejects(openDatabase(location, { migrate: false }), refused)
  }
})

onPostgres('a user who may not create tables is told what to do', async () => {
  const place = await newPlace()
  const url = new URL(place.location.engine === 'postgres' ? place.location.url : '')
  const role = url.pathname.slice(1)
  await withHandle(place.location, db => sql.raw(`create role ${role}`).execute(db))
  url.searchParams.set('options', `-c role=${role}`)
  await assert.rejects(migrateDatabase({ engine: 'postgres', url: url.href }), /owner of the database\.$/)
  await withHandle(place.location, db => sql.raw(`drop role ${role}`).execute(db))
  await place.remove()
})

onPostgres('tables of other schemas are not taken for those of Tidings', async () => {
  const place = await newPlace()
  await withHandle(place.location, db =>
    sql.raw('create schema other; create table other.account (x int)').execute(db),
  )
  await migrateDatabase(place.location)
  assert.deepEqual(await migrateDatabase(place.location), [])
  await place.remove()
})

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
