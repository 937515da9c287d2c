import { AsyncLocalStorage } from 'node:async_hooks'
import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely'
import type { Database } from '../database.ts'
import { DatabaseFailure } from '../failure.ts'
import type { Schema } from '../schema.ts'
import { isBusy, withReasons } from './sqlite-failure.ts'
import { sqliteSearch } from './sqlite-search.ts'

/** How long a write waits for other writers before it fails, in milliseconds from its call. */
const WRITE_WAIT_MS = 15_000
const STATEMENT_CACHE = 200

/**
 * Opens two connections to one file: readers never wait for a writer (WAL), and one writer at a time has the other. A commit is on
 * disk when it returns (`synchronous=FULL`).
 */
export async function openSqlite(file: string): Promise<Database> {
  const writer = await connect(file)
  const reader = await connect(file)
  reader.exec('PRAGMA query_only = ON')
  return databaseOf(file, reader, writer)
}

/** Whether any process has the file open. Only the one connection of a file in WAL mode may leave that mode; this one returns to it. */
export function isSqliteInUse(file: string): boolean {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec('PRAGMA journal_mode = DELETE')
    db.exec('PRAGMA journal_mode = WAL')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    db.close()
  }
}

/** Opens one connection, with the file read-only. */
export function openSqliteForReading(file: string): Database {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  return databaseOf(file, reader, reader)
}

function databaseOf(file: string, reader: DatabaseSync, writer: DatabaseSync): Database {
  const requireFile = fileWatch(file)
  const write = new Kysely<Schema>({ dialect: new NodeSqliteDialect(writer, requireFile) })
  const read = new Kysely<Schema>({ dialect: new NodeSqliteDialect(reader) })
  const version = reader.prepare('PRAGMA data_version')
  const search = sqliteSearch(file)
  return {
    engine: 'sqlite',
    search: search.search,
    matches: search.matches,
    read,
    write: work =>
      writeDeadline.run(performance.now() + WRITE_WAIT_MS, () => write.transaction().execute(work)),
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    // There is only one writer at a time, so rows need no lock.
    skipLocked: query => query,
    // SQLite merges ordered queries while it reads them. With a limit on each it would read all of them first.
    firstOfAll: (queries, order, limit) =>
      sql`${sql.join(queries, sql` union all `)} order by ${order} limit ${sql.lit(limit)}`,
    dataVersion: () => withReasons(() => Number(version.get()?.data_version)),
    async ping() {
      requireFile()
      await sql`select count(*) from sqlite_schema`.execute(read)
    },
    async close() {
      await Promise.all([read.destroy(), write.destroy(), search.close()])
      // A connection that was never used is unknown to Kysely.
      for (const connection of [reader, writer]) if (connection.isOpen) connection.close()
    },
  }
}

/**
 * Returns a function that throws once the file is no longer at its place, or another one is. An open file survives its deletion, so
 * without this check a deleted database would seem to work.
 */
function fileWatch(file: string): () => void {
  const identity = () => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found && `${found.dev} ${found.ino}`
  }
  const opened = identity()
  return () => {
    if (identity() !== opened) throw new DatabaseFailure('its file was removed or replaced')
  }
}

async function connect(file: string): Promise<DatabaseSync> {
  const db = withReasons(() => new DatabaseSync(file, { timeout: BEGIN_TIMEOUT_MS }))
  await turnToWal(db)
  db.exec('PRAGMA busy_timeout = 5000')
  db.exec('PRAGMA synchronous = FULL')
  db.exec('PRAGMA foreign_keys = ON')
  // Overwrites what is deleted, which would otherwise stay in the file and in its backups.
  db.exec('PRAGMA secure_delete = ON')
  db.exec('PRAGMA cache_size = -64000')
  db.exec(`PRAGMA mmap_size = ${1 << 30}`)
  return db
}

/**
 * Switches the file to WAL. Of several processes that create the file at once, only one succeeds; for the others it is locked at once,
 * whatever the busy timeout, so they retry.
 */
async function turnToWal(db: DatabaseSync): Promise<void> {
  const deadline = performance.now() + WRITE_WAIT_MS
  for (;;) {
    try {
      withReasons(() => db.exec('PRAGMA journal_mode = WAL'))
      return
    } catch (error) {
      if (isBusy(error) && performance.now() < deadline) {
        await sleep(20)
        continue
      }
      db.close()
      throw error
    }
  }
}

/** Opens only the writing connection, for migrations. DDL is part of the transaction. */
export async function openSqliteForMigration(file: string): Promise<Kysely<Schema>> {
  return new Kysely<Schema>({ dialect: new NodeSqliteDialect(await connect(file)) })
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #db: DatabaseSync
  readonly #requireFile: () => void

  constructor(db: DatabaseSync, requireFile: () => void = () => {}) {
    super({ database: statementsOf(db) })
    this.#db = db
    this.#requireFile = requireFile
  }

  override createDriver() {
    return new ImmediateDriver(this.#db, this.#requireFile)
  }

  override createAdapter() {
    return new TransactionalDdlAdapter()
  }
}

/** SQLite runs DDL in transactions; with `begin immediate` the transaction is also the lock between processes that migrate. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** The deadline of the current write. It is set before the write waits for the one connection. */
const writeDeadline = new AsyncLocalStorage<number>()

/** Short, because SQLite blocks the event loop while it waits. */
const BEGIN_TIMEOUT_MS = 20

/**
 * A deferred transaction that reads and then writes fails at once beside another writer, whatever the busy time-out; so each
 * begins as a writer. It waits for its turn without blocking the event loop, which the engine's own busy time-out would do.
 *
 * All statements are synchronous, so a loop of transactions would keep everything else waiting, such as requests and signals. That is
 * why each transaction lets the event loop turn once before it begins.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #db: DatabaseSync
  readonly #requireFile: () => void

  constructor(db: DatabaseSync, requireFile: () => void) {
    super({ database: statementsOf(db) })
    this.#db = db
    this.#requireFile = requireFile
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = writeDeadline.getStore() ?? performance.now() + WRITE_WAIT_MS
    await nextTurn()
    await this.rollbackTransaction(connection)
    await connection.executeQuery(CompiledQuery.raw(`PRAGMA busy_timeout = ${BEGIN_TIMEOUT_MS}`))
    while (performance.now() < deadline) {
      if (await this.#began(connection)) return
      await sleep(2 + Math.random() * 20)
    }
    throw new DatabaseFailure('another process has been writing to it for too long')
  }

  async #began(connection: DatabaseConnection): Promise<boolean> {
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
      return true
    } catch (error) {
      if (isBusy(error)) return false
      throw error
    }
  }

  /** Refuses to commit if the file was removed or replaced since the transaction began. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#requireFile()
    await super.commitTransaction(connection)
  }

  /**
   * A full or broken disk ends a transaction by itself. If the rollback fails too, the first error is
   * reported, and the next transaction tries the rollback again.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#db.isTransaction) await super.rollbackTransaction(connection).catch(() => {})
  }
}

/** Adapts node:sqlite to the interface of better-sqlite3, which Kysely expects, and caches prepared statements. */
function statementsOf(db: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => {
      if (db.isOpen) db.close()
    },
    prepare(text) {
      const known = kept.get(text)
      if (known) return known
      const statement = bound(withReasons(() => db.prepare(text)))
      if (kept.size >= STATEMENT_CACHE) kept.clear()
      kept.set(text, statement)
      return statement
    },
  }
}

function bound(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: parameters => withReasons(() => statement.all(...parameters.map(primitive))),
    run: parameters => withReasons(() => statement.run(...parameters.map(primitive))),
    iterate: parameters => withReasons(() => statement.iterate(...parameters.map(primitive))),
  }
}

/** Refuses objects, because node:sqlite takes an object as the first parameter for named parameters and silently binds nothing. */
function primitive(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number' && !Number.isNaN(value)) return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`Only text, numbers, bytes and null go into the database, not ${describe(value)}.`)
}

const describe = (value: unknown): string =>
  typeof value === 'object' ? Object.prototype.toString.call(value) : String(value)
