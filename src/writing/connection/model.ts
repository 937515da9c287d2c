import type { CircuitBreaker } from '#writing/models/circuit-breaker.ts'
import type { Budget } from '#writing/models/cost.ts'
import type { LanguageModel } from '#writing/models/language-model.ts'

/** The language model that works for an account: its own, or the operator's. */
export interface AccountModel {
  model: LanguageModel
  /** The account's limit for a calendar month; null: none. */
  budget: Budget | null
  /** Whether the account lets it see a part of the diff. */
  sendsDiff: boolean
  /** Called when a question is not asked because the budget does not pay for it. */
  onBudgetSpent?(): Promise<void>
  /** Shared by all who ask this model. */
  breaker: CircuitBreaker
}

/** Null where neither the account nor the operator has connected a model. */
export type ModelOf = (accountId: string) => Promise<AccountModel | null>
