import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Schema, Tx } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

/** The most bound values in one statement; both engines limit their number. */
export const VALUES_PER_STATEMENT = 500

/** An open database on either engine. */
export interface Database {
  readonly engine: Engine
  readonly read: Reader

  /**
   * Runs `work` in one transaction and returns its result. The transaction is rolled back when `work` throws. `work` may run again
   * after a conflict with another writer, so it must only read and write through `tx`. Throws `unavailable` when the wait for other
   * writers times out.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>

  /** The database server's time in milliseconds, as an expression. It is the same for all processes that share the database. */
  readonly now: RawBuilder<number>

  /** Adds `for update skip locked`, so that concurrent queries get different rows without waiting. */
  skipLocked<T extends keyof Schema, O>(
    query: SelectQueryBuilder<Schema, T, O>,
  ): SelectQueryBuilder<Schema, T, O>

  /**
   * The first `limit` rows of the union of several queries with the same columns. Reads no further than necessary in an index that has
   * the rows of each query in this order.
   */
  firstOfAll<O>(
    queries: readonly RawBuilder<unknown>[],
    order: RawBuilder<unknown>,
    limit: number,
  ): RawBuilder<O>

  /**
   * A number that changes with every commit of any process, if the engine can tell within microseconds (SQLite); null where that needs
   * a query (PostgreSQL). Throws when the database cannot be read.
   */
  dataVersion(): number | null

  /**
   * The condition for the ids of texts that have all words of the question, or longer words that begin with them (`search-text.ts`).
   * Its time is in proportion to the texts of the account, whatever they and the question are.
   */
  matches(accountId: string, question: string): (id: RawBuilder<unknown>) => RawBuilder<SqlBool>

  /**
   * Runs the queries of a search where they delay nothing else, one search after the other. Owners take turns. Throws `unavailable` for a
   * query of more than two seconds and for too many searches of one owner, and `rate_limited` for too much time in a minute.
   */
  search<T>(owner: string, work: (reader: Reader) => Promise<T>): Promise<T>

  /** Resolves when the database answers a real query, and rejects otherwise. */
  ping(): Promise<void>

  close(): Promise<void>
}

/**
 * The prefix of a query whose plan PostgreSQL should cache, because it runs often and takes long to plan. Such a query names its
 * columns. On SQLite, which caches all plans, it is only a comment.
 */
export const PREPARED = '/* prepared */ '

/** The time by the database's clock in `ms` milliseconds, as an expression. */
export const later = ({ now }: Pick<Database, 'now'>, ms: number): RawBuilder<number> =>
  sql<number>`${now} + ${sql.lit(Math.round(ms))}`

/** The database's time in milliseconds, read within `reader` if one is given. */
export async function timeOf(db: Database, reader: Reader = db.read): Promise<number> {
  const row = await reader.selectNoFrom(db.now.as('now')).executeTakeFirstOrThrow()
  return row.now
}
