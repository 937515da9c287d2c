import { existsSync, rmSync, statSync } from 'node:fs'
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { AppError, messageOf } from '#kit/app-error.ts'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'

/** How long a writer waits for its turn before it gives up. */
const WRITE_PATIENCE_MS = 15_000
const STATEMENT_CACHE = 200
const BUSY = 5
const LOCKED = 6

/**
 * Two connections to one file: reading never waits for a writer (WAL), and one writer at a time holds the other. A commit is on
 * the disk when it returns (`synchronous=FULL`).
 */
export function openSqlite(file: string): Database {
  const writer = connect(file)
  const reader = connect(file)
  reader.exec('PRAGMA query_only = ON')
  return databaseOf(file, reader, writer)
}

/** One connection, and the file is opened for reading alone. */
export function openSqliteForReading(file: string): Database {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  return databaseOf(file, reader, reader)
}

function databaseOf(file: string, reader: DatabaseSync, writer: DatabaseSync): Database {
  const inode = statSync(file).ino
  const write = new Kysely<Schema>({ dialect: new NodeSqliteDialect(writer) })
  const read = new Kysely<Schema>({ dialect: new NodeSqliteDialect(reader) })
  const version = reader.prepare('PRAGMA data_version')
  return {
    engine: 'sqlite',
    read,
    write: work => write.transaction().execute(work),
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    // One writer at a time: whoever claims is alone.
    unclaimed: query => query,
    // It merges by itself what is in order, reading in turn from each; with a limit on each it would read all of these first.
    firstOfAll: (queries, order, limit) =>
      sql`${sql.join(queries, sql` union all `)} order by ${order} limit ${sql.lit(limit)}`,
    dataVersion: () => Number(version.get()?.data_version),
    async ping() {
      // An open file outlives its name: without this look, a deleted database would seem to answer for ever.
      if (statSync(file).ino !== inode) throw new AppError('unavailable', 'The database file was replaced.')
      await sql`select count(*) from sqlite_schema`.execute(read)
    },
    async close() {
      await Promise.all([read.destroy(), write.destroy()])
    },
  }
}

function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  turnToWal(db)
  db.exec('PRAGMA synchronous = FULL')
  db.exec('PRAGMA foreign_keys = ON')
  db.exec('PRAGMA cache_size = -64000')
  db.exec(`PRAGMA mmap_size = ${1 << 30}`)
  return db
}

const TURN_TRIES = 250
const TURN_PAUSE_MS = 20

/**
 * Of several processes that make a new file at once, one turns it to WAL; the others are told at once that it is locked, whatever the
 * busy time-out. It happens at the start alone, so the event loop may wait.
 */
function turnToWal(db: DatabaseSync, tries = TURN_TRIES): void {
  try {
    db.exec('PRAGMA journal_mode = WAL')
  } catch (error) {
    if (!isBusy(error) || tries === 1) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TURN_PAUSE_MS)
    turnToWal(db, tries - 1)
  }
}

/** What the migrations need: the writing connection alone, where DDL is part of the transaction like all else. */
export function openSqliteForMigration(file: string): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new NodeSqliteDialect(connect(file)) })
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    super({ database: statementsOf(db) })
    this.#db = db
  }

  override createDriver() {
    return new ImmediateDriver({ database: statementsOf(this.#db) })
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

/**
 * A deferred transaction that reads and then writes fails at once beside another writer, whatever the busy time-out; so each
 * begins as a writer. It waits for its turn without blocking the event loop, which the engine's own busy time-out would do.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('PRAGMA busy_timeout = 20'))
    const deadline = performance.now() + WRITE_PATIENCE_MS
    while (!(await this.#began(connection))) {
      if (performance.now() > deadline) {
        throw new AppError(
          'unavailable',
          'The database is busy: another process has been writing for too long.',
        )
      }
      await sleep(2 + Math.random() * 20)
    }
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
}

const errcode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined

function isBusy(error: unknown): boolean {
  const primary = (errcode(error) ?? 0) & 0xff
  return primary === BUSY || primary === LOCKED
}

/** Kysely asks for the shape of better-sqlite3; this is node:sqlite in that shape, with prepared statements kept. */
function statementsOf(db: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => {
      if (db.isOpen) db.close()
    },
    prepare(text) {
      const known = kept.get(text)
      if (known) return known
      const statement = bound(db.prepare(text))
      if (kept.size >= STATEMENT_CACHE) kept.clear()
      kept.set(text, statement)
      return statement
    },
  }
}

function bound(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: parameters => statement.all(...parameters.map(primitive)),
    run: parameters => statement.run(...parameters.map(primitive)),
    iterate: parameters => statement.iterate(...parameters.map(primitive)),
  }
}

/** node:sqlite takes an object that comes first for named parameters and binds nothing, silently; so objects are refused. */
function primitive(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number' && !Number.isNaN(value)) return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`Only text, numbers, bytes and null go into the database, not ${describe(value)}.`)
}

const describe = (value: unknown): string =>
  typeof value === 'object' ? Object.prototype.toString.call(value) : String(value)

/** An online copy: it is as of one moment, whoever writes meanwhile. A copy that does not finish is removed. */
export async function backupFile(file: string, target: string): Promise<number> {
  if (!existsSync(file)) throw new AppError('not_found', `There is no database at ${file}.`)
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    await backup(db, target)
    return statSync(target).size
  } catch (error) {
    rmSync(target, { force: true })
    throw new AppError('unavailable', `The copy could not be written: ${messageOf(error)}.`, { cause: error })
  } finally {
    db.close()
  }
}
