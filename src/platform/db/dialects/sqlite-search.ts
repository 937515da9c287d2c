import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteDialect,
  sql,
} from 'kysely'
import { BackgroundThread } from '#platform/background-thread.ts'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { SEARCH_QUERY_MS, searchWith } from '../search-queue.ts'
import { askedTerms } from '../search-text.ts'

/** The tasks of the search thread. */
export type SearchTasks = {
  query(
    input: { text: string; parameters: readonly unknown[] },
    begin: () => void,
  ): Promise<Record<string, unknown>[]>
}

const MEMORY_MB = 128

/** Searches in a thread of its own, since node:sqlite blocks the thread that queries. The thread starts with the first search. */
export function sqliteSearch(file: string): Pick<Database, 'search' | 'matches' | 'close'> {
  const entry = new URL('./sqlite-search-thread.ts', import.meta.url)
  const limits = { processingMs: SEARCH_QUERY_MS, memoryMb: MEMORY_MB }
  const thread = new BackgroundThread<SearchTasks>(entry, file, limits)
  return {
    search: searchWith(new Kysely<Schema>({ dialect: new ThreadDialect(thread) })),
    matches(accountId, question) {
      const asked = askedTerms(accountId, question)
      if (asked.length === 0) return () => sql`1 = 0`
      const terms = asked.map(term => `"${term}"*`).join(' AND ')
      return id =>
        sql`${id} in (select found.id from search_text as found where found.account_id = ${accountId}
          and found.seq in (select rowid from search_term where search_term match ${terms}))`
    },
    close: () => thread.close(),
  }
}

class ThreadDialect extends SqliteDialect {
  readonly #thread: BackgroundThread<SearchTasks>

  constructor(thread: BackgroundThread<SearchTasks>) {
    super({ database: () => Promise.reject(new Error('Only the thread opens the database.')) })
    this.#thread = thread
  }

  override createDriver() {
    return new ThreadDriver(this.#thread)
  }
}

const readsOnly = (): Promise<never> => Promise.reject(new Error('A search only reads.'))

class ThreadDriver implements Driver {
  readonly #thread: BackgroundThread<SearchTasks>

  constructor(thread: BackgroundThread<SearchTasks>) {
    this.#thread = thread
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const run = async <R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
      rows: (await this.#thread.run('query', { text, parameters })) as R[],
    })
    return { executeQuery: run, streamQuery: () => assertNever() }
  }
  beginTransaction = readsOnly
  commitTransaction = readsOnly
  rollbackTransaction = readsOnly

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

function assertNever(): never {
  throw new Error('A search reads all of its rows at once.')
}
