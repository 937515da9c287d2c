import { LanguageModelFailure } from './failure.ts'

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
