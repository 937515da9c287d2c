import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import type { Clock } from '#platform/clock.ts'
import type { Database, Engine } from '#platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { until } from './until.ts'

/** The database engines that this run tests. */
export const ENGINES: readonly Engine[] =
  process.env.TEST_ENGINES === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres']

/** The engine for the variant of a test at this index. The engines take turns, so that both run the test. */
export const engineInTurn = (at: number): Engine => ENGINES[at % ENGINES.length] ?? 'sqlite'

/** Declares a test of behaviour that only PostgreSQL has. */
export function onPostgres(name: string, body: () => Promise<void>): void {
  if (ENGINES.includes('postgres')) test(name, body)
}

/** Runs the same test on both engines; each run has an empty place for a database of its own. */
export const onBothEngines = (name: string, body: Body): void => inPlaces(name, emptyPlace, body)

type Body = (location: DatabaseLocation, context: TestContext) => Promise<void>

function inPlaces(name: string, placeOf: (engine: Engine) => Promise<Place>, body: Body): void {
  for (const engine of ENGINES) {
    test(`${name} (${engine})`, async context => {
      const place = await placeOf(engine)
      try {
        await body(place.location, context)
      } finally {
        await place.remove()
      }
    })
  }
}

/** Runs the same test on both engines, each with a database of its own that is migrated, open and without rows. */
export function withDatabase(
  name: string,
  body: (db: Database, location: DatabaseLocation) => Promise<void>,
): void {
  inPlaces(name, migratedPlace, async location => {
    const db = await openDatabase(location, { migrate: false })
    try {
      await body(db, location)
    } finally {
      await db.close()
    }
  })
}

/** The database with the time of the test's clock in place of its own. */
export const withTime = (db: Database, clock: Clock): Database => ({
  ...db,
  get now() {
    return sql<number>`${sql.lit(clock.now())}`
  },
})

/** Where a test's data is, and how to clear it away. */
interface Place {
  location: DatabaseLocation
  remove(): Promise<void>
}

/** A place with nothing in it yet. */
async function emptyPlace(engine: Engine): Promise<Place> {
  return engine === 'sqlite' ? aFile() : newPlace()
}

/** A place with a migrated database without rows. */
export async function migratedPlace(engine: Engine): Promise<Place> {
  if (engine === 'postgres') return newPlace(`template ${TEMPLATE}`)
  const place = aFile()
  copyFileSync(await shared('sqlite'), place.location.file)
  return place
}

/** A PostgreSQL database of its own, empty or created as `like` says. */
export async function newPlace(like?: string): Promise<Place> {
  const server = await shared('postgres')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  return {
    location: await createDatabase(server, name, like),
    remove: () => administer(server, `drop database if exists ${name} with (force)`),
  }
}

/** The PostgreSQL database that migrated ones are copies of. */
export const TEMPLATE = 'migrated'

/** Creates a database on the server at an address, empty or as `like` says. */
export async function createDatabase(server: string, name: string, like = ''): Promise<DatabaseLocation> {
  // The default strategy also writes each page to the log, which takes several times as long.
  await administer(server, `create database ${name} ${like} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { engine: 'postgres', url: url.href }
}

function aFile() {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-test-'))
  return {
    location: { engine: 'sqlite' as const, file: join(folder, 'tidings.db') },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

const administrators = new Map<string, pg.Pool>()

/** Runs a statement on the one connection that this process keeps for them: to open another takes as long as the statement. */
async function administer(server: string, statement: string): Promise<void> {
  const known = administrators.get(server)
  const pool = known ?? new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true })
  administrators.set(server, pool)
  // The server may end while the connection is idle.
  if (!known) pool.on('error', () => {})
  await pool.query(statement)
}

/** Waits until a transaction waits for the lock of another one. On SQLite it returns at once, since only one runs at a time. */
export async function untilBlocked({ engine, read }: Database): Promise<void> {
  if (engine === 'sqlite') return
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await waiting.execute(read)).rows.length > 0, 'a wait for a lock')
}

const answers = new Map<Engine, Promise<string>>()

/** The database that all tests of a run share: the file with the migrated SQLite one, or the address of the PostgreSQL server. */
function shared(engine: Engine): Promise<string> {
  const answer = answers.get(engine) ?? askForShared(engine)
  answers.set(engine, answer)
  return answer
}

async function askForShared(engine: Engine): Promise<string> {
  const address = process.env.TEST_SHARED_URL
  if (!address) throw new Error('Nothing was set up for the tests: run them with "npm test".')
  const answer = await fetch(new URL(engine, address))
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}
