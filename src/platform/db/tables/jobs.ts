import type { Fixed } from './column.ts'

/** Work that is due at some time. What is done is deleted; what was given up stays until a person retries it. */
export interface JobTable {
  id: Fixed<string>
  /** Whose work it is, for a fair share; null: the whole service's. */
  account_id: Fixed<string | null>
  kind: Fixed<string>
  /** JSON. */
  payload: Fixed<string>
  /** Among jobs that wait, one of each key. */
  dedupe_key: string | null
  /** Lower goes first. */
  priority: Fixed<number>
  /** Its place in the line of its priority: the jobs of one account stand some way apart, so that others come between. */
  turn: number
  /** When it may be taken: its time, or while it is being worked on the end of its lease. Null: given up. */
  available_at: number | null
  /** Whoever has it may finish it; null while it waits. */
  lease_token: string | null
  /** How often it was taken. */
  attempts: number
  last_error: string | null
  created_at: Fixed<number>
}

/** A process that works on jobs. */
export interface WorkerTable {
  id: Fixed<string>
  started_at: Fixed<number>
  seen_at: number
}
