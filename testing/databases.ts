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

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

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

/** The same with a migrated and open database, at first without a row. */
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

/** The database with the test's time in place of its own. */
export const withTime = (db: Database, clock: Clock): Database => ({
  ...db,
  get now() {
    return sql<number>`${sql.lit(clock.now())}`
  },
})

/** Where a test's data is, and how to clear it away. */
export interface Place {
  location: DatabaseLocation
  remove(): Promise<void>
}

/** A place with nothing in it yet. */
async function emptyPlace(engine: Engine): Promise<Place> {
  return engine === 'sqlite' ? aFile() : onServer(await newDatabase(aName()))
}

/** A place with all tables, in which nothing is. */
export async function migratedPlace(engine: Engine): Promise<Place> {
  if (engine === 'postgres') return onServer(await newDatabase(aName(), `template ${TEMPLATE}`))
  const place = aFile()
  copyFileSync(told('TEST_SQLITE_TEMPLATE'), place.location.file)
  return place
}

/** A PostgreSQL database of its own, created as `like` says. */
export const newPlace = async (like: string): Promise<Place> => onServer(await newDatabase(aName(), like))

/** The PostgreSQL database that migrated ones are copies of. */
export const TEMPLATE = 'migrated'

const aName = () => `t_${randomUUID().replaceAll('-', '')}`

/** Creates a database on the tests' server, empty or as `like` says; gives its address. */
export async function newDatabase(name: string, like = ''): Promise<ServerLocation> {
  // The default writes each page to the log as well, which costs several times the time.
  await administer(`create database ${name} ${like} strategy file_copy`)
  const url = new URL(told('TEST_POSTGRES_URL'))
  url.pathname = `/${name}`
  return { engine: 'postgres', url: url.href }
}

type ServerLocation = Extract<DatabaseLocation, { engine: 'postgres' }>

const onServer = (location: ServerLocation): Place => ({
  location,
  remove: () => administer(`drop database if exists ${new URL(location.url).pathname.slice(1)} with (force)`),
})

function aFile() {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-test-'))
  return {
    location: { engine: 'sqlite' as const, file: join(folder, 'tidings.db') },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: told('TEST_POSTGRES_URL') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function told(name: 'TEST_POSTGRES_URL' | 'TEST_SQLITE_TEMPLATE'): string {
  const value = process.env[name]
  if (!value) throw new Error('Nothing was set up for the tests: run them with "npm test".')
  return value
}
