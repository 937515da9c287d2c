import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { AppError, codeOf, messageOf } from '#platform/errors.ts'
import type { Engine } from './database.ts'
import { DatabaseFailure } from './failure.ts'
import { migrationsFor } from './migrations/index.ts'
import type { Schema } from './schema.ts'

const ATTEMPTS = 20
/** PostgreSQL's insufficient_privilege. */
const FORBIDDEN = '42501'
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
  const applied = await appliedMigrations(db, engine)
  if (applied === null) return { state: 'empty', applied: [], pending: known }
  if (applied.some(name => BEFORE_RELEASE.includes(name)))
    return { state: 'pre-release', applied, pending: [] }
  const pending = known.filter(name => !applied.includes(name))
  const foreign = applied.filter(name => !known.includes(name))
  return { state: foreign.length > 0 ? 'newer' : pending.length > 0 ? 'older' : 'current', applied, pending }
}

/** Null if the migration table does not exist. */
async function appliedMigrations(db: Kysely<Schema>, engine: Engine): Promise<string[] | null> {
  if (!(await columnsByTable(db, engine)).has('kysely_migration')) return null
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(row => row.name)
}

/** The names of the columns of each table, in one text. On PostgreSQL of the schema that statements use. */
export async function columnsByTable(db: Kysely<Schema>, engine: Engine): Promise<Map<string, string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const { rows } = await (engine === 'postgres'
    ? sql<{ own: string }>`select current_schema() as own`.execute(db)
    : { rows: [] })
  const columnsOf = (table: (typeof tables)[number]) => table.columns.map(({ name }) => name).toSorted()
  return new Map(
    tables
      .filter(({ schema }) => schema === rows[0]?.own)
      .map(table => [table.name, columnsOf(table).join(' ')]),
  )
}

/** Throws if the database lacks a table of the embedded one with these columns, or has it with others. */
export async function requireTables(
  db: Kysely<Schema>,
  engine: Engine,
  tables: ReadonlyMap<string, string>,
): Promise<void> {
  const found = await columnsByTable(db, engine)
  for (const [name, columns] of tables)
    if (found.get(name) !== columns && !name.startsWith('search_term')) throw refusalOf('pre-release')
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
    const isForbidden = codeOf(error) === FORBIDDEN
    if (attempt === ATTEMPTS || isForbidden) {
      const remedy = isForbidden ? '. Make the user of DATABASE_URL the owner of the database' : ''
      throw new AppError('unavailable', `The database could not be migrated: ${messageOf(error)}${remedy}.`, {
        cause: error,
      })
    }
    await sleep(50 + Math.random() * 100)
  }
}

/** Throws unless the database is exactly at this code's version. An empty one is migrated if `creates`, and `not_found` otherwise. */
export async function requireCurrent(
  db: Kysely<Schema>,
  engine: Engine,
  { creates }: { creates: boolean },
): Promise<void> {
  const { state } = await schemaVersion(db, engine)
  if (state === 'empty' && creates) await migrate(db, engine)
  else if (state === 'empty')
    throw new AppError(
      'not_found',
      'Tidings has never written to this database: start the server or create an account first, or set DATABASE_URL to another.',
    )
  else requireThis(state)
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
      : 'The database was made by a version of Tidings from before its first release, or was not restored completely, and is left alone. Begin anew with an empty one, and restore or import again: set TIDINGS_DATA to another folder, or DATABASE_URL to another database.',
  )
