import type { Clock } from '#platform/clock.ts'
import type { LanguageModelFailure } from './failure.ts'

/** Failures in a row after which the model is left alone, and for how long, in milliseconds. */
const PATIENCE = 3
const REST_MS = 60_000

/** Keeps a backfill from waiting out a deadline for each of ten thousand pull requests while a provider is down. */
export interface Pause {
  isResting(): boolean
  answered(): void
  failed(failure: LanguageModelFailure): void
}

export function createPause(clock: Clock): Pause {
  let failures = 0
  let until = 0
  return {
    isResting: () => clock.now() < until,
    answered() {
      failures = 0
    },
    failed({ reason, retryAfterMs }) {
      // These say something of the one question, or of the account, not of the provider.
      if (reason === 'refusal' || reason === 'invalid_output' || reason === 'budget') return
      failures++
      if (failures >= PATIENCE || retryAfterMs !== undefined) until = clock.now() + (retryAfterMs ?? REST_MS)
    },
  }
}
