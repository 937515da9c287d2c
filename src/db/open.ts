import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError, messageOf } from '#kit/app-error.ts'
import type { Database, Engine } from './database.ts'
import {
  checkServer,
  isUniqueViolation as isPostgresUniqueViolation,
  openPostgres,
  openPostgresForMigration,
} from './dialects/postgres.ts'
import {
  isUniqueViolation as isSqliteUniqueViolation,
  openSqlite,
  openSqliteForMigration,
} from './dialects/sqlite.ts'
import { migrate, requireCurrent } from './migrate.ts'

/** Where the data is: a file, or a PostgreSQL server's address. */
export type DatabaseLocation = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/** Brings the database up to this code's version; gives the names of the migrations that ran. */
export async function migrateDatabase(location: DatabaseLocation): Promise<string[]> {
  return withMigrationHandle(location, (handle, engine) => migrate(handle, engine))
}

/** Opens the database; refuses one that is not at this code's version. With `migrate`, brings it there first. */
export async function openDatabase(
  location: DatabaseLocation,
  options: { migrate: boolean },
): Promise<Database> {
  if (options.migrate) await migrateDatabase(location)
  else await withMigrationHandle(location, (handle, engine) => requireCurrent(handle, engine))
  return location.engine === 'sqlite' ? openSqlite(location.file) : openPostgres(location.url)
}

type MigrationHandle = ReturnType<typeof openSqliteForMigration>

async function withMigrationHandle<T>(
  location: DatabaseLocation,
  work: (handle: MigrationHandle, engine: Engine) => Promise<T>,
): Promise<T> {
  const handle = openForMigration(location)
  try {
    if (location.engine === 'postgres') await checkServer(handle)
    return await work(handle, location.engine)
  } finally {
    await handle.destroy()
  }
}

function openForMigration(location: DatabaseLocation): MigrationHandle {
  if (location.engine === 'postgres') return openPostgresForMigration(location.url)
  try {
    mkdirSync(dirname(location.file), { recursive: true })
    return openSqliteForMigration(location.file)
  } catch (error) {
    throw new AppError('unavailable', `The data directory cannot be used: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** True when an insert failed because such a row is already there, on whichever engine. */
export const isUniqueViolation = (error: unknown): boolean =>
  isSqliteUniqueViolation(error) || isPostgresUniqueViolation(error)
