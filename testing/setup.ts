import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrateDatabase } from '#platform/db/open.ts'
import { newDatabase, TEMPLATE } from './databases.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

/** Nothing that a test writes is to outlive the machine. */
const NEVER_SYNCED = { fsync: 'off', full_page_writes: 'off' }

let server: PostgresServer | undefined
let folder: string | undefined

/**
 * What all tests share (`--test-global-setup`), found by the environment: one PostgreSQL, a migrated database of either engine to copy,
 * and code compiled once for all test processes.
 */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../node_modules/.cache/compiled')
  server = await startPostgres(NEVER_SYNCED)
  process.env.TEST_POSTGRES_URL = server.url
  await migrateDatabase(await newDatabase(TEMPLATE))
  folder = mkdtempSync(join(tmpdir(), 'tidings-template-'))
  process.env.TEST_SQLITE_TEMPLATE = join(folder, 'tidings.db')
  await migrateDatabase({ engine: 'sqlite', file: process.env.TEST_SQLITE_TEMPLATE })
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
  if (folder) rmSync(folder, { recursive: true })
}
