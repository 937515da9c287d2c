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
