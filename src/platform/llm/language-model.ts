import type { z } from 'zod'
import { AppError } from '#platform/errors.ts'

/** A prompt with the schema of its response. */
export interface LanguageModelRequest<T> {
  /** The system prompt. Never contains untrusted text. */
  instructions: string
  prompt: string
  /** Without lengths and ranges, which not every provider accepts in a schema. */
  schema: z.ZodType<T>
  maxOutputTokens: number
  signal?: AbortSignal
}

export interface LanguageModelResponse<T> {
  value: T
  usage: TokenUsage
}

/** The configured language model. */
export interface LanguageModel {
  /** `provider/model`, as stored with decisions and usage. */
  name: string
  /** The number of concurrent requests that the provider should get. */
  atOnce: number
  /** The cost in micro-dollars; undefined when the price is unknown. */
  costOf(usage: TokenUsage): number | undefined
  /** Sends a request; one deadline covers all its retries. Throws `LanguageModelFailure`, or the caller's reason when the caller aborts. */
  ask<T>(request: LanguageModelRequest<T>): Promise<LanguageModelResponse<T>>
}

/** The tokens that a request used. */
export interface TokenUsage {
  inputTokens: number
  outputTokens: number
}

/** Why a request failed, as the end of a sentence that starts with "The language model". */
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

/** The language model gave no usable response. This is expected; callers have a fallback. */
export class LanguageModelFailure extends AppError {
  readonly reason: LanguageModelFailureReason
  /** What the attempt used, if the provider reports it. */
  readonly usage: TokenUsage | undefined
  /** The wait that the provider asked for, in milliseconds. */
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
