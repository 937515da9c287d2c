import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { memoizeOnce } from '#platform/cache.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { createPrivateFile, ensurePrivateFolder, restrictToOwner } from '#platform/private-files.ts'
import type { Database, Engine } from './database.ts'
import { DatabaseFailure } from './failure.ts'
import { columnsByTable, migrate, requireCurrent, requireTables } from './migrate.ts'
import { migrationsFor } from './migrations/index.ts'
import type { Schema } from './schema.ts'

/** Where the data is: a file, or a PostgreSQL server's address. */
export type DatabaseLocation = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/** Brings the database to this code's version; returns the names of the migrations that ran. */
export async function migrateDatabase(location: DatabaseLocation): Promise<string[]> {
  return withMigrationHandle(location, (handle, engine) => migrate(handle, engine))
}

/**
 * Opens the database. Refuses one of another version, unless `migrate` asks to bring an older one to this version first, and, unless it
 * `creates`, an empty one.
 */
export async function openDatabase(
  location: DatabaseLocation,
  { migrate, creates = true }: { migrate: boolean; creates?: boolean | undefined },
): Promise<Database> {
  if (migrate) await migrateDatabase(location)
  else await withMigrationHandle(location, (handle, engine) => requireCurrent(handle, engine, { creates }))
  if (location.engine === 'sqlite') return (await import('./dialects/sqlite.ts')).openSqlite(location.file)
  return (await import('./dialects/postgres.ts')).openPostgres(location.url)
}

/**
 * Opens the database so that nothing at all can be written to it, not even by a defect of ours. Throws
 * `not_found` if Tidings has never written to it, `unavailable` if there is none or it is not at this code's version.
 */
export async function openReadOnlyDatabase(location: DatabaseLocation): Promise<Database> {
  const db = await readingHandle(location)
  try {
    await db.ping()
    await requireCurrent(db.read, db.engine, { creates: false })
    await requireTables(db.read, db.engine, await tablesOfThisVersion())
    return db
  } catch (error) {
    await db.close()
    throw error instanceof AppError ? error : cannotBeOpened(error)
  }
}

async function readingHandle(location: DatabaseLocation): Promise<Database> {
  if (location.engine === 'postgres')
    return (await import('./dialects/postgres.ts')).openPostgres(location.url, { readOnly: true })
  const { openSqliteForReading } = await import('./dialects/sqlite.ts')
  try {
    return openSqliteForReading(location.file)
  } catch (error) {
    throw cannotBeOpened(error)
  }
}

/** The location is not named, because an address may contain a password. */
const cannotBeOpened = (error: unknown) =>
  new AppError('unavailable', `The database cannot be opened: ${messageOf(error)}.`, { cause: error })

async function withMigrationHandle<T>(
  location: DatabaseLocation,
  work: (handle: Kysely<Schema>, engine: Engine) => Promise<T>,
): Promise<T> {
  const handle = location.engine === 'sqlite' ? await openFile(location.file) : await openServer(location.url)
  try {
    const result = await work(handle, location.engine)
    await requireTables(handle, location.engine, await tablesOfThisVersion())
    return result
  } finally {
    await handle.destroy()
  }
}

/** The tables that the migrations of this version make. */
const tablesOfThisVersion = memoizeOnce(async () => {
  const handle = await (await import('./dialects/sqlite.ts')).openSqliteForMigration(':memory:')
  for (const { up } of Object.values(migrationsFor('sqlite'))) await up(handle)
  const tables = await columnsByTable(handle, 'sqlite')
  await handle.destroy()
  return tables
})

async function openFile(file: string): Promise<Kysely<Schema>> {
  const { openSqliteForMigration } = await import('./dialects/sqlite.ts')
  try {
    keepPrivate(file)
    return await openSqliteForMigration(file)
  } catch (error) {
    if (error instanceof DatabaseFailure)
      throw new AppError('unavailable', `${error.message} The database is ${file}.`, { cause: error })
    throw new AppError('unavailable', `The database ${file} cannot be opened: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

/** The write-ahead log and its index get the mode of the database when SQLite makes them. */
function keepPrivate(file: string): void {
  ensurePrivateFolder(dirname(file))
  if (!existsSync(file)) createPrivateFile(file)
  for (const end of ['', '-wal', '-shm']) restrictToOwner(file + end)
}

async function openServer(url: string): Promise<Kysely<Schema>> {
  const { openPostgresForMigration } = await import('./dialects/postgres.ts')
  return openPostgresForMigration(url)
}

/** Throws `conflict` while any process has the embedded database open: what it writes after a copy would be missing there. */
export async function requireUnused(file: string): Promise<void> {
  const { isSqliteInUse } = await import('./dialects/sqlite.ts')
  if (isSqliteInUse(file))
    throw new AppError('conflict', `${file} is in use. Stop the server and other commands first.`)
}

/** Copies an embedded database into the empty one at `url` (see `copyInto`). Throws `unavailable` if that cannot be reached. */
export async function copyToPostgres(
  source: Database,
  url: string,
  onProgress: (rows: number) => void = () => {},
): Promise<Record<string, number>> {
  const [{ copyInto }, target] = [await import('./copy.ts'), await openServer(url)]
  try {
    return await copyInto(source, target, onProgress)
  } finally {
    await target.destroy()
  }
}

/** Copies the database at `file`, which may be in use, to `target`; returns the copy's size in bytes. */
export async function backupSqlite(file: string, target: string, signal: AbortSignal): Promise<number> {
  const { backupFile } = await import('./dialects/sqlite-backup.ts')
  return backupFile(file, target, signal)
}
