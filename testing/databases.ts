import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Engine } from '#db/database.ts'
import { type DatabaseLocation, openDatabase } from '#db/open.ts'
import type { Clock } from '#kit/clock.ts'

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** Runs the same test on both engines; each run has an empty place for a database of its own. */
export function onBothEngines(
  name: string,
  body: (location: DatabaseLocation, context: TestContext) => Promise<void>,
): void {
  for (const engine of ENGINES) {
    test(`${name} (${engine})`, async context => {
      const place = await emptyLocation(engine)
      try {
        await body(place.location, context)
      } finally {
        await place.remove()
      }
    })
  }
}

/** The same with a migrated and open database. */
export function withDatabase(
  name: string,
  body: (db: Database, location: DatabaseLocation) => Promise<void>,
): void {
  onBothEngines(name, async location => {
    const db = await openDatabase(location, { migrate: true })
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

/** A location with nothing in it yet, and how to clear it away. */
export async function emptyLocation(
  engine: Engine,
): Promise<{ location: DatabaseLocation; remove: () => Promise<void> }> {
  if (engine === 'sqlite') return emptyFile()
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return {
    location: { engine: 'postgres', url: url.href },
    remove: () => administer(`drop database if exists ${name} with (force)`),
  }
}

function emptyFile() {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-test-'))
  return {
    location: { engine: 'sqlite' as const, file: join(folder, 'tidings.db') },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('No PostgreSQL was started: run the tests with "npm test".')
  return url
}
