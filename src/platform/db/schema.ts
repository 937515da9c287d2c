import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'

/** Written once, never updated. */
export type Fixed<T> = ColumnType<T, T, never>

/**
 * The tables: here those of the platform, and each module declares its own in its `tables.ts`. Times are integer milliseconds, ids are
 * UUIDs as text, yes/no is 1/0, lists are JSON as text: the same on both engines, so that one query serves both.
 */
export interface Schema {
  /** A job to run at some time. It is deleted when it is done; a failed one stays until an operator retries it. */
  job: {
    id: Fixed<string>
    /** The account that it counts against, for a fair share; null for jobs of the whole service. */
    account_id: Fixed<string | null>
    kind: Fixed<string>
    /** JSON. */
    payload: Fixed<string>
    /** Unique among the jobs that wait. */
    dedupe_key: string | null
    /** Lower runs first. */
    priority: Fixed<number>
    /** The position among jobs of the same priority. Jobs of one account are spread out, so that those of others run in between. */
    turn: number
    /** When it may be claimed: its time, or the end of its lease while it runs. Null when it has failed. */
    available_at: number | null
    /** The lease of the worker that runs it; null while it waits. */
    lease_token: string | null
    /** How often it was begun; runs that ended with their process do not count. */
    attempts: number
    /** How often its process ended or hung while it worked, since it last made progress. */
    deaths: Generated<number>
    last_error: string | null
    /** The request that it follows from; null for jobs that no request called for. */
    request_id: string | null
    created_at: Fixed<number>
  }
  /** A text that can be found: an entry in its own words, or in those of a language, or a pull request. */
  search_text: {
    /** The id of the entry, with the language behind it, or of the pull request. */
    id: Fixed<string>
    account_id: Fixed<string>
    entry_id: Fixed<string | null>
    language: Fixed<string | null>
    pull_request_id: Fixed<string | null>
    /** What it is found by, with spaces between (`search-text.ts`). */
    terms: string
  }
  /** A process that runs jobs. */
  worker: {
    id: Fixed<string>
    started_at: Fixed<number>
    seen_at: number
  }
  /** What all processes on the database share. */
  server_value: {
    /**
     * `key-check`: what the database's own encryption key sealed, which opens with no other. `highlights-cursor`: the random key of cursors,
     * 32 bytes, base64url. `address`: where the server that started last is reached, without a slash at the end.
     */
    name: Fixed<'key-check' | 'highlights-cursor' | 'address'>
    value: string
  }
}

/** For reading. On SQLite it refuses to write. */
export type Reader = Kysely<Schema>

/** For reading and writing, inside one transaction. */
export type Tx = Transaction<Schema>
