import type { Clock } from '#platform/clock.ts'
import { LanguageModelFailure } from './language-model.ts'

/** Failures in a row after which the model is left alone, and for how long, in milliseconds. */
const PATIENCE = 3
const REST_MS = 60_000

/** Keeps a backfill from waiting out a deadline for each of ten thousand pull requests while a provider is down. */
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
      // These say something of the one question, or of the account, not of the provider.
      if (reason === 'refusal' || reason === 'invalid_output' || reason === 'budget') return
      failures++
      if (failures >= PATIENCE || retryAfterMs !== undefined) until = clock.now() + (retryAfterMs ?? REST_MS)
    },
  }
}

/** The longest wait that a provider may ask for before another attempt; beyond it the question is given up. */
const LONGEST_WAIT_MS = 20_000

/**
 * The guarded fetch with the manners of a language model's client: it follows no redirect, for what is sent is for the configured
 * address only; and an answer 429 that asks for a long wait ends the question at once.
 */
export const rateLimited =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    const wait = response.status === 429 ? waitOf(response.headers) : undefined
    if (wait === undefined || wait <= LONGEST_WAIT_MS) return response
    await response.body?.cancel()
    throw new LanguageModelFailure('rate_limited', { retryAfterMs: wait })
  }

/** RFC 9110 §10.2.3: seconds, or a date; milliseconds here. */
function waitOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  const wait = Number.isNaN(seconds)
    ? Date.parse(text) - Date.parse(headers.get('date') ?? '')
    : seconds * 1000
  return Number.isNaN(wait) ? undefined : wait
}
