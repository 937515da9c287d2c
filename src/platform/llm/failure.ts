import { AppError } from '#platform/errors.ts'
import type { Usage } from './usage.ts'

/** Why there is no answer, in words that complete "the language model …". */
export const FAILURES = {
  timeout: 'did not answer in time',
  refusal: 'declined to answer',
  invalid_output: 'gave an answer that cannot be used',
  rate_limited: 'had no capacity left for us',
  unreachable: 'could not be reached',
  rejected: 'did not accept the key, the model name or the request',
  budget: 'has used up its budget for this month',
} as const
export type FailureReason = keyof typeof FAILURES

/** A language model gave no usable answer. Expected: whoever asks has something to fall back to. */
export class LanguageModelFailure extends AppError {
  readonly reason: FailureReason
  /** What the attempt used up, where the provider said so. */
  readonly usage: Usage | undefined
  /** How long the provider wants to be left alone, in milliseconds, where it said so. */
  readonly retryAfterMs: number | undefined

  constructor(reason: FailureReason, more: { usage?: Usage; retryAfterMs?: number; cause?: unknown } = {}) {
    const code = reason === 'rate_limited' ? 'rate_limited' : 'unavailable'
    super(code, `The language model ${FAILURES[reason]}.`, { cause: more.cause })
    this.name = 'LanguageModelFailure'
    this.reason = reason
    this.usage = more.usage
    this.retryAfterMs = more.retryAfterMs
  }
}
