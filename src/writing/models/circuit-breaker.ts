import type { Clock } from '#platform/clock.ts'
import { CONCERNS_ONE_REQUEST, type LanguageModelFailure } from './language-model.ts'

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
