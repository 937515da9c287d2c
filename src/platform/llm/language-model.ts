import type { z } from 'zod'
import { AppError } from '#platform/errors.ts'

/** One question, with the shape of its answer. */
export interface LanguageModelRequest<T> {
  /** What the model is to do. Ours alone: nothing that a stranger wrote stands in it. */
  instructions: string
  prompt: string
  /** Without lengths and ranges: not every provider takes them in a schema. */
  schema: z.ZodType<T>
  maxOutputTokens: number
  signal?: AbortSignal
}

export interface LanguageModelResponse<T> {
  value: T
  usage: TokenUsage
}

/** A language model that is configured. */
export interface LanguageModel {
  /** `provider/model`, as it stands in decisions and accounts. */
  name: string
  /** How many questions it may be asked at a time. */
  atOnce: number
  /** Micro-dollars of so many tokens; undefined where the price is not known. */
  costOf(usage: TokenUsage): number | undefined
  /** Asks once, within one deadline that covers all attempts. Throws {@link LanguageModelFailure}; the caller's own reason when the caller aborts. */
  ask<T>(question: LanguageModelRequest<T>): Promise<LanguageModelResponse<T>>
}

/** What a call is counted in. */
export interface TokenUsage {
  inputTokens: number
  outputTokens: number
}

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
export type LanguageModelFailureReason = keyof typeof FAILURES

/** A language model gave no usable answer. Expected: whoever asks has something to fall back to. */
export class LanguageModelFailure extends AppError {
  readonly reason: LanguageModelFailureReason
  /** What the attempt used up, where the provider said so. */
  readonly usage: TokenUsage | undefined
  /** How long the provider wants to be left alone, in milliseconds, where it said so. */
  readonly retryAfterMs: number | undefined

  constructor(
    reason: LanguageModelFailureReason,
    more: { usage?: TokenUsage; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    const code = reason === 'rate_limited' ? 'rate_limited' : 'unavailable'
    super(code, `The language model ${FAILURES[reason]}.`, { cause: more.cause })
    this.name = 'LanguageModelFailure'
    this.reason = reason
    this.usage = more.usage
    this.retryAfterMs = more.retryAfterMs
  }
}
