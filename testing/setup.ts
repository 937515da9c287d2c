import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { opened } from './http.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

/** Nothing that a test writes has to survive the machine. */
const NEVER_SYNCED = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }
/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm'
/** The most that a run writes at a time, with room to spare. */
const NEEDED_BYTES = 2 * 2 ** 30

let server: PostgresServer | undefined
let folder = ''

/** What tests share is made when the first of them asks for it: many runs need neither. */
const made: Partial<Record<string, Promise<string>>> = {}
const makers: Partial<Record<string, () => Promise<string>>> = {
  '/sqlite': makeSqlite,
  '/postgres': makePostgres,
}

const resourceServer = createServer(async ({ url = '' }, response) => {
  made[url] ??= makers[url]?.()
  try {
    response.end(await made[url])
  } catch (error) {
    response.writeHead(500).end(inspect(error))
  }
})

/**
 * What all tests share (`--test-global-setup`), passed on in the environment: a folder for temporary files, code compiled once for all
 * test processes, and where they ask for a migrated SQLite database to copy and for the one PostgreSQL server.
 */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../node_modules/.cache/compiled')
  folder = mkdtempSync(join(fastFolder(), 'tidings-tests-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.env.TEST_SHARED_URL = (await opened(resourceServer)).address
}

/** Gives the path of the file. */
async function makeSqlite(): Promise<string> {
  const file = join(folder, 'template', 'tidings.db')
  const { migrateDatabase } = await import('#platform/db/open.ts')
  await migrateDatabase({ engine: 'sqlite', file })
  return file
}

/** Gives the server's address. The migrated database is on it. */
async function makePostgres(): Promise<string> {
  server = await startPostgres(NEVER_SYNCED)
  const [{ migrateDatabase }, { createDatabase, TEMPLATE }] = await Promise.all([
    import('#platform/db/open.ts'),
    import('./databases.ts'),
  ])
  await migrateDatabase(await createDatabase(server.url, TEMPLATE))
  return server.url
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
  resourceServer.close()
  resourceServer.closeAllConnections()
  // A test that failed may have gone before the server was up.
  await made['/postgres']?.catch(() => {})
  await server?.stop()
  rmSync(folder, { recursive: true })
}
