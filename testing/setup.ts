import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrateDatabase } from '#platform/db/open.ts'
import { newDatabase, TEMPLATE } from './databases.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

/** Nothing that a test writes has to survive the machine. */
const NEVER_SYNCED = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }
/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm'
/** The most that a run writes at a time, with room to spare. */
const NEEDED_BYTES = 2 * 2 ** 30

let server: PostgresServer | undefined
let folder: string | undefined

/**
 * What all tests share (`--test-global-setup`), passed on in the environment: a folder for temporary files, one PostgreSQL server,
 * a migrated database of either engine to copy, and code compiled once for all test processes.
 */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../node_modules/.cache/compiled')
  folder = mkdtempSync(join(fastFolder(), 'tidings-tests-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  server = await startPostgres(NEVER_SYNCED)
  process.env.TEST_POSTGRES_URL = server.url
  await migrateDatabase(await newDatabase(TEMPLATE))
  process.env.TEST_SQLITE_TEMPLATE = join(folder, 'template', 'tidings.db')
  await migrateDatabase({ engine: 'sqlite', file: process.env.TEST_SQLITE_TEMPLATE })
}

/** Databases are created much faster in memory. A container often has little of it. */
function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
  if (folder) rmSync(folder, { recursive: true })
}
