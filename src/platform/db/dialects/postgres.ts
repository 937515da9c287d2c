import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresDialectConfig, PostgresDriver, sql } from 'kysely'
import pg from 'pg'
import { type Database, PREPARED } from '#platform/db/database.ts'
import { AppError, codeOf, messageOf } from '#platform/errors.ts'
import { DatabaseFailure } from '../failure.ts'
import type { Schema } from '../schema.ts'
import { SEARCH_QUERY_MS, searchWith } from '../search-queue.ts'
import { askedTerms } from '../search-text.ts'

const ATTEMPTS = 5
const OLDEST_SUPPORTED = 150_000
/** serialization_failure, deadlock_detected, lock_not_available: the transaction can be retried. */
const AGAIN = new Set(['40001', '40P01', '55P03'])

/** Counts and milliseconds fit a double; by default pg returns them as text. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
}

/** Opens a connection pool to PostgreSQL 15 or newer. Commits are durable: the server's `synchronous_commit` is not changed. */
export function openPostgres(url: string, { readOnly = false } = {}): Database {
  const pool = openPool(url, 10, {
    ...timeoutsOf(STATEMENT_TIMEOUT_MS),
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
  })
  keepPlans(pool)
  if (readOnly) refuseWrites(pool)
  // Searches have a connection of their own, so that those of strangers leave all others to feeds and publishing.
  const searching = openPool(url, 1, timeoutsOf(SEARCH_QUERY_MS))
  refuseWrites(searching)
  const search = new Kysely<Schema>({ dialect: new ReasonsDialect({ pool: searching }) })
  const handle = new Kysely<Schema>({ dialect: new ReasonsDialect({ pool }) })
  return {
    engine: 'postgres',
    read: handle,
    write: work => again(() => handle.transaction().execute(work)),
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    skipLocked: query => query.forUpdate().skipLocked(),
    firstOfAll,
    search: searchWith(search),
    matches,
    dataVersion: () => null,
    async ping() {
      await sql`select 1`.execute(handle)
    },
    async close() {
      await Promise.all([handle.destroy(), search.destroy()])
    },
  }
}

const timeoutsOf = (ms: number) => ({ statement_timeout: ms, query_timeout: ms + 1_000 })

const matches: Database['matches'] = (accountId, question) => {
  const terms = askedTerms(accountId, question)
  if (terms.length === 0) return () => sql`false`
  const asked = terms.map(term => `'${term}':*`).join(' & ')
  return id =>
    sql`${id} in (select id from search_text where account_id = ${accountId} and terms @@ cast(${asked} as tsquery))`
}

/** Each query has its own limit, because PostgreSQL would otherwise read and sort all of its rows. */
const firstOfAll: Database['firstOfAll'] = (queries, order, limit) => {
  const end = sql`order by ${order} limit ${sql.lit(limit)}`
  const parts = queries.map(query => sql`select * from (${query} ${end}) as part`)
  const all = parts.length === 1 ? queries[0] : sql.join(parts, sql` union all `)
  return sql`${sql.raw(PREPARED)}${all} ${end}`
}

/** Queries reject with a `DatabaseFailure` when the server is unreachable. */
class ReasonsDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new ReasonsDriver(this.#config)
  }
}

type RolledBack = Parameters<PostgresDriver['rollbackTransaction']>[0]

class ReasonsDriver extends PostgresDriver {
  override acquireConnection() {
    return super.acquireConnection().catch(error => {
      throw postgresFailureOf(error)
    })
  }

  /** If the rollback also fails, the connection is closed and the first error is reported. */
  override async rollbackTransaction(connection: RolledBack): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

/** Opens a single connection for migrations. */
export async function openPostgresForMigration(url: string): Promise<Kysely<Schema>> {
  const handle = new Kysely<Schema>({ dialect: new ReasonsDialect({ pool: openPool(url, 2) }) })
  try {
    await checkServer(handle)
    return handle
  } catch (error) {
    await handle.destroy()
    throw error
  }
}

/** Ends queries of a server that accepts a statement and never answers. */
const STATEMENT_TIMEOUT_MS = 30_000

/** Rolls back the transaction of a stopped process, so that it does not block the others. */
const IDLE_TIMEOUT_MS = 15_000

function openPool(url: string, max: number, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'tidings',
    ...more,
  })
  // Without listeners, a connection that the server drops would end the process: while it is idle, and between two statements of a
  // transaction. Whoever uses it next is told.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('connect', explainFailures)
  return pool
}

/** Makes each connection read-only before its first query, and closes it if that fails. */
function refuseWrites(pool: pg.Pool): void {
  pool.on('connect', client => {
    client.query('set default_transaction_read_only = on').catch(() => client.end())
  })
}

async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS || !AGAIN.has(codeOf(error))) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** Throws `unavailable` for a server that does not answer or is too old, and for a database that is not in UTF-8. */
async function checkServer(handle: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int as version,
      pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`.execute(handle)
  const { version = 0, encoding = '' } = rows[0] ?? {}
  if (version < OLDEST_SUPPORTED) {
    throw new AppError(
      'unavailable',
      `PostgreSQL 15 or newer is needed; this server is ${Math.floor(version / 10_000)}.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new AppError(
      'unavailable',
      `The PostgreSQL database must have the encoding UTF8; this one has ${encoding}. Create another: create database tidings encoding 'UTF8' template template0.`,
    )
  }
}

/** The server caches the plans of each connection in memory. */
const MOST_PLANS = 100

/**
 * Makes the server cache the plans of queries that begin with `PREPARED`, on each connection of the pool. They have to name their
 * columns: a cached plan with `*` fails after a migration adds a column.
 */
function keepPlans(pool: pg.Pool): void {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_PLANS) return known
    const name = `tidings_${names.size}`
    names.set(text, name)
    return name
  }
  pool.on('connect', client => {
    const plain = client.query
    const query = (text: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' && text.startsWith(PREPARED) ? nameOf(text) : undefined
      return Reflect.apply(plain, client, name ? [{ name, text, values: rest[0] }] : [text, ...rest])
    }
    Object.assign(client, { query })
  })
}

/** By SQLSTATE, the longest match first (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const REASONS: [state: string, reason: string][] = [
  ['53100', 'no space is left on its disk'],
  ['25006', 'it is read-only'],
  ['57014', 'PostgreSQL takes too long to answer'],
  ['XX001', 'it is damaged'],
  ['XX002', 'it is damaged'],
  ['53', 'PostgreSQL has no room for more work'],
  ['58', 'its disk reports errors'],
  ['08', 'PostgreSQL cannot be reached'],
  ['57P', 'PostgreSQL is stopping or starting'],
  ['28', 'PostgreSQL does not let Tidings in'],
  ['3D', 'there is no such database'],
]

/** Returns a `DatabaseFailure` if the server is unreachable or cannot work, or the error itself if the query is wrong. */
function postgresFailureOf(error: unknown): unknown {
  const reason = reasonOf(error)
  return reason === undefined ? error : new DatabaseFailure(`${reason} (${describe(error)})`, error)
}

/** Makes the queries of a connection reject with `failureOf` their error. */
function explainFailures(client: pg.PoolClient): void {
  const plain = client.query
  const query = async (...asked: unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(plain, client, asked)
    } catch (error) {
      throw postgresFailureOf(error)
    }
  }
  Object.assign(client, { query })
}

/** An error without an SQLSTATE does not come from the server: the connection was refused or lost, or the pool timed out. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return REASONS.find(([state]) => error.code?.startsWith(state))?.[1]
  const isDefect = error instanceof TypeError || error instanceof RangeError
  return isDefect || !(error instanceof Error) ? undefined : 'PostgreSQL cannot be reached'
}

/** Node's error has no message when it has tried several addresses. */
const describe = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error)
