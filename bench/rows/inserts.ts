import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { startPostgres } from '#testing/postgres.ts'
import { type Bench, type BenchContext, comparedRow, type Row } from '../row.ts'
import { compare, perSecond } from '../statistics.ts'

const COLUMNS = ['id', 'public_id', 'name', 'language', 'created_at'] as const

/** Compares inserts through our `Database` with inserts through the bare driver: one row a commit, on the disk when the call returns. */
export const inserts: Bench = {
  name: 'inserts',
  async run(context) {
    const file = join(context.scratch, 'inserts.db')
    return [await onSqlite(file, context), await onPostgres(context)]
  },
}

async function onSqlite(file: string, context: BenchContext): Promise<Row> {
  const ours = await openOurs({ engine: 'sqlite', file })
  const bare = new DatabaseSync(file)
  bare.exec('PRAGMA synchronous = FULL')
  const statement = bare.prepare(`insert into account (${COLUMNS}) values (?, ?, ?, ?, ?)`)
  try {
    return await comparedInserts('SQLite', context, ours.insert, async () => {
      const { id, public_id, name, language, created_at } = anAccount()
      statement.run(id, public_id, name, language, created_at)
    })
  } finally {
    bare.close()
    await ours.close()
  }
}

async function onPostgres(context: BenchContext): Promise<Row> {
  const server = await startPostgres()
  const ours = await openOurs({ engine: 'postgres', url: server.url })
  const bare = new pg.Client({ connectionString: server.url })
  await bare.connect()
  const text = `insert into account (${COLUMNS}) values ($1, $2, $3, $4, $5)`
  try {
    return await comparedInserts('PostgreSQL', context, ours.insert, async () => {
      const account = anAccount()
      await bare.query(
        text,
        COLUMNS.map(column => account[column]),
      )
    })
  } finally {
    await bare.end()
    await ours.close()
    await server.stop()
  }
}

async function openOurs(location: DatabaseLocation) {
  const db = await openDatabase(location, { migrate: true })
  const insert = () => db.write(tx => tx.insertInto('account').values(anAccount()).execute())
  return { insert, close: () => db.close() }
}

const anAccount = () => ({
  id: randomUUID(),
  public_id: randomUUID(),
  name: 'Acme',
  allowed_origins: null,
  language: 'en',
  created_at: 1_700_000_000_000,
})

async function comparedInserts(
  engine: string,
  { smoke }: BenchContext,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<Row> {
  const count = smoke ? 50 : 500
  const measured = await compare(
    smoke ? 2 : 11,
    () => perSecond(count, ours),
    () => perSecond(count, bare),
  )
  return comparedRow(`durable inserts a second, ${engine}`, measured, { least: 0.5 })
}
