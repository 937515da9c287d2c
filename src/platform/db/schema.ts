import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'

/** A column that is written once and never updated. */
export type Fixed<T> = ColumnType<T, T, never>

/**
 * The tables: here those of the platform, and each module declares its own in its `tables.ts`. Times are integer milliseconds, ids are
 * UUIDs as text, yes/no is 1/0, lists are JSON as text: the same on both engines, so that one query serves both.
 */
export interface Schema {
  /** A job to run at some time. It is deleted when it is done; a failed one stays until an operator retries it. */
  job: {
    id: Fixed<string>
    /** The account whose share of the worker it uses; null for jobs of the whole service. */
    account_id: Fixed<string | null>
    kind: Fixed<string>
    /** As JSON. */
    payload: Fixed<string>
    /** Unique among the waiting jobs. */
    dedupe_key: string | null
    /** Lower runs first. */
    priority: Fixed<number>
    /** The position among jobs of the same priority. Jobs of one account are spread out, so that those of others run in between. */
    turn: number
    /** When it may be claimed: its time, or the end of its lease while it is running. Null once it has failed. */
    available_at: number | null
    /** The lease of the worker that runs it; null while it waits. */
    lease_token: string | null
    /** How often it was started; runs that ended with their process do not count. */
    attempts: number
    /** How often its process ended or hung while it was working, since it last made progress. */
    deaths: Generated<number>
    last_error: string | null
    /** The request that caused it; null for jobs that no request caused. */
    request_id: string | null
    created_at: Fixed<number>
  }
  /** A searchable text: an entry in its own words or in those of a language, or a pull request. */
  search_text: {
    /** The id of the entry, followed by the language, or the id of the pull request. */
    id: Fixed<string>
    account_id: Fixed<string>
    entry_id: Fixed<string | null>
    language: Fixed<string | null>
    pull_request_id: Fixed<string | null>
    /** The terms that it is found by, separated by spaces (`search-text.ts`). */
    terms: string
  }
  /** A process that runs jobs. */
  worker: {
    id: Fixed<string>
    started_at: Fixed<number>
    seen_at: number
  }
  /** Values that all processes on the database share. */
  server_value: {
    /**
     * `key-check`: a text that was sealed with the database's own encryption key, and opens with no other. `highlights-cursor`: the random
     * key of cursors, 32 bytes, base64url. `address`: the address of the server that started last, without a slash at the end.
     */
    name: Fixed<'key-check' | 'highlights-cursor' | 'address'>
    value: string
  }
}

/** A handle for reading. On SQLite it refuses to write. */
export type Reader = Kysely<Schema>

/** A handle for reading and writing within a transaction. */
export type Tx = Transaction<Schema>
