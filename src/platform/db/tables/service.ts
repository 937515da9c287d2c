import type { Generated } from 'kysely'
import type { Fixed } from './column.ts'

/** A job to run at some time. It is deleted when it is done; a failed one stays until an operator retries it. */
export interface JobTable {
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
  /** How often its process ended or hung while it ran, since it last made progress. */
  deaths: Generated<number>
  last_error: string | null
  created_at: Fixed<number>
}

/** A process that runs jobs. */
export interface WorkerTable {
  id: Fixed<string>
  started_at: Fixed<number>
  seen_at: number
}

/** What an account's calls of a model came to in a month. */
export interface LanguageModelUsageTable {
  account_id: Fixed<string>
  /** `2026-03`, in UTC. */
  month: Fixed<string>
  /** `provider/model`. */
  model: Fixed<string>
  calls: number
  input_tokens: number
  output_tokens: number
  /** 0 for a model whose price is not known. */
  micro_dollars: number
}

/** What a call under way may use up; counts as spent until the call is settled. */
export interface LanguageModelHoldTable {
  id: Fixed<string>
  account_id: Fixed<string>
  month: Fixed<string>
  tokens: Fixed<number>
  micro_dollars: Fixed<number>
  held_until: Fixed<number>
}

export interface LanguageModelAnswerTable {
  account_id: Fixed<string>
  /** SHA-256 (hex) of all that was asked, and of whom. */
  question: Fixed<string>
  answer: Fixed<string>
  answered_at: Fixed<number>
}
