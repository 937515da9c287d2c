import { AppError, causesOf, codeOf } from '#platform/errors.ts'
import { LanguageModelFailure, type LanguageModelFailureReason } from './language-model.ts'

/** Thrown if the model does not accept the sampling settings, or not these, as models that think before they answer. */
export class SamplingRefused extends LanguageModelFailure {}

/** The longest `Retry-After` that the client waits for. */
const MAX_RETRY_AFTER_MS = 20_000
/** How much of an error message is read. */
const MOST_ERROR_TEXT = 4_000

/**
 * Adapts the guarded fetch to language models. It follows no redirect, since prompts and keys are for the configured address only. Because
 * the library repeats some requests, errors that a repetition cannot change become failures at once: a wrong key, an unknown model, missing
 * credit, a long `Retry-After`, and silence, after which the first request may still be answered and charged.
 */
export const providerFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const { response, text } = await answerOf(fetch, input, init)
    const { status, statusText, headers } = response
    if (!response.ok) refuse(status, headers, text)
    return new Response(text === '' ? null : text, { status, statusText, headers })
  }

/** The response with its whole body, whose size the guarded fetch limits. */
async function answerOf(
  fetch: typeof globalThis.fetch,
  ...[input, init]: Parameters<typeof globalThis.fetch>
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(input, { ...init, redirect: 'error' })
    return { response, text: await response.text() }
  } catch (error) {
    throw isSilence(error) ? new LanguageModelFailure('timeout') : error
  }
}

/** Throws if repeating the request is of no use. */
function refuse(status: number, headers: Headers, text: string): void {
  const reason = failureReasonOf(status, text.slice(0, MOST_ERROR_TEXT))
  if (reason === null) return
  const wait = reason === 'rate_limited' ? retryAfterMsOf(headers) : undefined
  if (reason === 'rate_limited' && (wait === undefined || wait <= MAX_RETRY_AFTER_MS)) return
  if (reason === 'rejected' && /\b(?:temperature|seed)\b/i.test(text)) throw new SamplingRefused(reason)
  throw new LanguageModelFailure(reason, wait === undefined ? {} : { retryAfterMs: wait })
}

const NO_CREDIT =
  /insufficient[ _](?:quota|balance|credit|fund)|credit balance is too low|billing_(?:hard_limit|not_active|error)/i

/** Why a provider refuses, by the status and the words of its answer; null for a failure of the server, which may be temporary. */
export function failureReasonOf(status: number, text: string): LanguageModelFailureReason | null {
  if (status === 402) return 'no_credit'
  if ((status === 400 || status === 403 || status === 429) && NO_CREDIT.test(text)) return 'no_credit'
  if (status === 429) return 'rate_limited'
  if (status === 401) return 'wrong_key'
  if (status === 403) return /model_not_found/.test(text) ? 'unknown_model' : 'wrong_key'
  if (status === 404) return /model/i.test(text) ? 'unknown_model' : 'wrong_address'
  if (status === 405) return 'wrong_address'
  if (status === 408 || status === 409 || status >= 500 || status < 400) return null
  return /model_not_found|not a valid model|(?:unknown|invalid|unsupported) model/i.test(text)
    ? 'unknown_model'
    : 'rejected'
}

/** The error codes of a server that accepted the connection and then said nothing. */
const SILENT = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

const isSilence = (error: unknown): boolean => causesOf(error).some(link => SILENT.has(codeOf(link)))

/** The failure for an error of the guarded client. `too_large` is an answer that cannot be used, anything else is no answer. */
export function failureOfConnection(error: unknown): LanguageModelFailure {
  if (error instanceof LanguageModelFailure) return error
  const reason = error instanceof AppError && error.code !== 'too_large' ? 'unreachable' : 'invalid_output'
  return new LanguageModelFailure(reason, { cause: error })
}

/** Parses `Retry-After` (RFC 9110, section 10.2.3), which contains seconds or a date. Returns milliseconds. */
function retryAfterMsOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  const wait = Number.isNaN(seconds)
    ? Date.parse(text) - Date.parse(headers.get('date') ?? '')
    : seconds * 1000
  return Number.isNaN(wait) ? undefined : wait
}
