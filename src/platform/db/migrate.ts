import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Engine } from './database.ts'
import { DatabaseFailure } from './failure.ts'
import { migrationsFor } from './migrations/index.ts'
import type { Schema } from './schema.ts'

const ATTEMPTS = 20
/** The migrations of versions before the first release, which were merged into one. */
const BEFORE_RELEASE: readonly string[] = ['0001-changelog', '0002-first-import']

/** The schema version of a database compared with this code. */
interface SchemaVersion {
  /** `empty`: Tidings has never written to it. `pre-release`: made by a version before the first release. */
  state: 'empty' | 'current' | 'older' | 'newer' | 'pre-release'
  applied: string[]
  pending: string[]
}

/** Reads which migrations are applied, without changing anything. */
async function schemaVersion(db: Kysely<Schema>, engine: Engine): Promise<SchemaVersion> {
  const known = Object.keys(migrationsFor(engine))
  const applied = await appliedMigrations(db)
  if (applied === null) return { state: 'empty', applied: [], pending: known }
  if (applied.some(name => BEFORE_RELEASE.includes(name)))
    return { state: 'pre-release', applied, pending: [] }
  const pending = known.filter(name => !applied.includes(name))
  const foreign = applied.filter(name => !known.includes(name))
  return { state: foreign.length > 0 ? 'newer' : pending.length > 0 ? 'older' : 'current', applied, pending }
}

/** Null if the migration table does not exist. */
async function appliedMigrations(db: Kysely<Schema>): Promise<string[] | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(table => table.name === 'kysely_migration')) return null
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(row => row.name)
}

/**
 * Migrates the database to this code's version and returns the names of the applied migrations. All run in one transaction with a
 * lock, so several processes can start at once and a killed one leaves nothing half done.
 */
export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const version = await schemaVersion(db, engine)
    if (version.state === 'newer' || version.state === 'pre-release') throw refusalOf(version.state)
    if (version.state === 'current') return []
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(engine) } })
    const { error, results } = await migrator.migrateToLatest()
    if (!error)
      return (results ?? []).filter(result => result.status === 'Success').map(result => result.migrationName)
    if (error instanceof DatabaseFailure) throw error
    // Two processes that start at once may both try to create the migration table; the one that fails retries.
    if (attempt === ATTEMPTS) {
      throw new AppError('unavailable', `The database could not be migrated: ${messageOf(error)}`, {
        cause: error,
      })
    }
    await sleep(50 + Math.random() * 100)
  }
}

/** Migrates an empty database, and throws unless any other is exactly at this code's version. */
export async function requireCurrent(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { state } = await schemaVersion(db, engine)
  if (state === 'empty') await migrate(db, engine)
  else requireThis(state)
}

/** Throws unless the database is exactly at this code's version, without changing anything. */
export async function requireMade(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { state } = await schemaVersion(db, engine)
  if (state === 'empty') throw new AppError('unavailable', 'Tidings has never written to this database.')
  requireThis(state)
}

function requireThis(state: Exclude<SchemaVersion['state'], 'empty'>): void {
  if (state === 'newer' || state === 'pre-release') throw refusalOf(state)
  if (state === 'older') {
    throw new AppError(
      'unavailable',
      'The database is of an older version; run "tidings migrate" or start "tidings serve" first.',
    )
  }
}

const refusalOf = (state: 'newer' | 'pre-release') =>
  new AppError(
    'unavailable',
    state === 'newer'
      ? 'The database was made by a newer version of Tidings. This one leaves it alone: update Tidings.'
      : 'The database was made by a version of Tidings from before its first release, and is left alone. Begin anew with an empty one: set TIDINGS_DATA to another folder, or DATABASE_URL to another database, and import again.',
  )
