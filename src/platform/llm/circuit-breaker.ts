import type { Clock } from '#platform/clock.ts'
import { LanguageModelFailure } from './language-model.ts'

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
      // These concern one request or one account, not the provider.
      if (reason === 'refusal' || reason === 'invalid_output' || reason === 'budget') return
      failures++
      if (failures >= FAILURE_THRESHOLD || retryAfterMs !== undefined)
        until = clock.now() + (retryAfterMs ?? OPEN_MS)
    },
  }
}

/** The longest `Retry-After` that is waited for. */
const MAX_RETRY_AFTER_MS = 20_000

/**
 * Adapts the guarded fetch to language models. It follows no redirect, since prompts are for the configured address only. A 429 with a
 * long `Retry-After` fails at once instead of blocking the caller.
 */
export const rateLimited =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    const wait = response.status === 429 ? retryAfterMsOf(response.headers) : undefined
    if (wait === undefined || wait <= MAX_RETRY_AFTER_MS) return response
    await response.body?.cancel()
    throw new LanguageModelFailure('rate_limited', { retryAfterMs: wait })
  }

/** Parses `Retry-After` (RFC 9110 §10.2.3), which has seconds or a date, to milliseconds. */
function retryAfterMsOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  const wait = Number.isNaN(seconds)
    ? Date.parse(text) - Date.parse(headers.get('date') ?? '')
    : seconds * 1000
  return Number.isNaN(wait) ? undefined : wait
}
