import type { Clock } from '#platform/clock.ts'
import type { Budget } from '#writing/models/cost.ts'
import type { LanguageModel } from '#writing/models/language-model.ts'
import { concernsOneRequest, type LanguageModelFailure } from '../models/language-model.ts'

/** The number of consecutive failures that opens the breaker. */
const FAILURE_THRESHOLD = 3
const OPEN_MS = 60_000

/** Stops requests to a provider that is down, so that a backfill does not wait for a time-out with each pull request. */
interface CircuitBreaker {
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
      if (concernsOneRequest(reason) || reason === 'budget') return
      failures++
      if (failures >= FAILURE_THRESHOLD || retryAfterMs !== undefined)
        until = clock.now() + (retryAfterMs ?? OPEN_MS)
    },
  }
}

/** The language model of an account: its own, or the operator's. */
export interface AccountModel {
  model: LanguageModel
  /** The account's limit for a calendar month; null for none. */
  budget: Budget | null
  /** Whether the account lets the model see a part of the diff. */
  sendsDiff: boolean
  /** Called if a question is not asked because the budget does not cover it. */
  onBudgetSpent?(): Promise<void>
  /** The circuit breaker, which all users of this model share. */
  breaker: CircuitBreaker
}

/** Returns the model of an account; null if neither the account nor the operator has connected one. */
export type ModelOf = (accountId: string) => Promise<AccountModel | null>
