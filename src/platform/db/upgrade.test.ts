import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { onBothEngines } from '#testing/databases.ts'
import { schemaOf } from '#testing/schema.ts'
import type { Engine } from './database.ts'
import { migrationsFor } from './migrations/index.ts'
import { type DatabaseLocation, migrateDatabase, openDatabase } from './open.ts'
import type { Schema } from './schema.ts'

/** What is in a database before it is upgraded, and what must be in it afterwards. */
interface Upgrade {
  /** The name of the migration up to which the database is made. */
  from: string
  before(db: Kysely<Schema>): Promise<unknown>
  after(db: Kysely<Schema>): Promise<void>
}

const INITIAL = '0001-initial'
const ACCOUNT = {
  id: 'acme',
  public_id: 'acme',
  name: 'Acme',
  allowed_origins: null,
  language: 'en',
  created_at: 1_700_000_000_000,
}

/** By what the upgrade brings; each migration after the first has one of its own name. */
const UPGRADES: Record<string, Upgrade> = {
  'one migration in place of those from before the first release': {
    from: INITIAL,
    async before(db) {
      await db.insertInto('account').values(ACCOUNT).execute()
      await sql`update kysely_migration set name = '0001-changelog'`.execute(db)
      await sql`insert into kysely_migration (name, timestamp) values ('0052-cards', 'then')`.execute(db)
    },
    async after(db) {
      const account = await db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
      assert.deepEqual({ ...account, ...ACCOUNT }, { ...account })
    },
  },
}

test('each migration after the first has a test that upgrades rows from before it', () => {
  const [, ...later] = Object.keys(migrationsFor('sqlite'))
  assert.deepEqual(
    later.filter(name => !(name in UPGRADES)),
    [],
  )
})

for (const [name, { from, before, after }] of Object.entries(UPGRADES)) {
  onBothEngines(
    `an upgrade keeps the rows and gives the schema of a new database: ${name}`,
    async location => {
      const fresh = await freshSchema(location)
      await withHandle(location, async db => {
        const { error } = await migratorOf(db, location.engine).migrateTo(from)
        assert.equal(error, undefined)
        await before(db)
      })
      await assert.rejects(openDatabase(location, { migrate: false }), { message: /run "tidings migrate"/ })
      await Promise.all([migrateDatabase(location), migrateDatabase(location)])
      const opened = await openDatabase(location, { migrate: false })
      await opened.close()
      await withHandle(location, async db => {
        assert.deepEqual(await schemaOf(db, location.engine), fresh)
        await after(db)
      })
    },
  )
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
