import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { opened } from './http.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

/** PostgreSQL settings without durability: nothing that a test writes has to survive a crash. */
const NEVER_SYNCED = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }
/** The folder of Linux that is a file system in memory. */
const MEMORY = '/dev/shm'
/** The free space that a run needs, with room to spare. */
const NEEDED_BYTES = 2 * 2 ** 30

let server: PostgresServer | undefined
let folder = ''

/** The shared databases, each made when the first test asks for it: many runs need neither. */
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
 * Sets up what all tests share (`--test-global-setup`), and passes it on in the environment: a folder for temporary files, a cache of
 * compiled code, and the address to ask for a migrated SQLite database to copy and for the one PostgreSQL server.
 */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../node_modules/.cache/compiled')
  folder = mkdtempSync(join(fastFolder(), 'tidings-tests-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.env.TEST_SHARED_URL = (await opened(resourceServer)).address
}

/** Makes the migrated SQLite database. Returns the path of its file. */
async function makeSqlite(): Promise<string> {
  const file = join(folder, 'template', 'tidings.db')
  const { migrateDatabase } = await import('#platform/db/open.ts')
  await migrateDatabase({ engine: 'sqlite', file })
  return file
}

/** Starts the PostgreSQL server with the migrated database. Returns its address. */
async function makePostgres(): Promise<string> {
  server = await startPostgres(NEVER_SYNCED)
  const [{ migrateDatabase }, { createDatabase, TEMPLATE }] = await Promise.all([
    import('#platform/db/open.ts'),
    import('./databases.ts'),
  ])
  await migrateDatabase(await createDatabase(server.url, TEMPLATE))
  return server.url
}

/** The folder for temporary files: in memory, where databases are created much faster, unless too little is free, as in many containers. */
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
  // A test that failed may have ended before the server was up.
  await made['/postgres']?.catch(() => {})
  await server?.stop()
  rmSync(folder, { recursive: true })
}
