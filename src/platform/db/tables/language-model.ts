import type { Fixed } from './column.ts'

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
