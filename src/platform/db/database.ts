import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Reader, Schema, Tx } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

/** How many values one statement is given at most; both engines limit their number. */
export const VALUES_PER_STATEMENT = 500

/** The open database, whichever engine is behind it. */
export interface Database {
  readonly engine: Engine
  readonly read: Reader

  /**
   * Runs the work in one transaction and gives its result; everything is undone when it throws. The work may run again when
   * another writer was in the way, so it does nothing but read and write through `tx`. `unavailable` when no turn was to be had.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>

  /** The engine's own time in milliseconds, as an expression: the same for every process that shares the database. */
  readonly now: RawBuilder<number>

  /** The query, so that of several who ask at once each gets other rows, none waiting for another. */
  skipLocked<T extends keyof Schema, O>(
    query: SelectQueryBuilder<Schema, T, O>,
  ): SelectQueryBuilder<Schema, T, O>

  /**
   * The first so many rows of several queries together, all with the same columns. An index that has the rows of each in this order
   * is read no further than they take.
   */
  firstOfAll<O>(
    queries: readonly RawBuilder<unknown>[],
    order: RawBuilder<unknown>,
    limit: number,
  ): RawBuilder<O>

  /**
   * A number that differs as soon as any process has committed a change, if the engine can tell within microseconds
   * (SQLite); null where only a query can (PostgreSQL). Throws when the database cannot be read.
   */
  dataVersion(): number | null

  /** Resolves when the database answers a real query; rejects when not. */
  ping(): Promise<void>

  close(): Promise<void>
}

/**
 * Stands before the text of a query that is asked so often, and takes so long to plan, that PostgreSQL is to keep its plan. Such a
 * query names its columns. On SQLite it is a comment: there each plan is kept.
 */
export const PREPARED = '/* prepared */ '

/** The database's own time in milliseconds, within a transaction when one is given. */
export async function timeOf(db: Database, reader: Reader = db.read): Promise<number> {
  const row = await reader.selectNoFrom(db.now.as('now')).executeTakeFirstOrThrow()
  return row.now
}
