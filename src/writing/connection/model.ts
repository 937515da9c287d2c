import type { Clock } from '#platform/clock.ts'
import type { Budget } from '#writing/models/cost.ts'
import type { LanguageModel } from '#writing/models/language-model.ts'
import { CONCERNS_ONE_REQUEST, type LanguageModelFailure } from '../models/language-model.ts'

/** Consecutive failures that open the breaker. */
const FAILURE_THRESHOLD = 3
const OPEN_MS = 60_000

/** Stops requests to a provider that is down, so that a backfill does not wait for a time-out with each pull request. */
export interface CircuitBreaker {
  isOpen(): boolean
  recordSuccess(): void
  recordFailure(failure: LanguageModelFailure): void
}

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0
  let until = 0
  return {
    isOpen: () => clock.now() < until,
    recordSuccess() {
      failures = 0
    },
    recordFailure({ reason, retryAfterMs }) {
      // A budget concerns one account, not the provider.
      if (CONCERNS_ONE_REQUEST.has(reason) || reason === 'budget') return
      failures++
      if (failures >= FAILURE_THRESHOLD || retryAfterMs !== undefined)
        until = clock.now() + (retryAfterMs ?? OPEN_MS)
    },
  }
}

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
