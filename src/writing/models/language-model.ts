import type { z } from 'zod'
import { AppError } from '#platform/errors.ts'

/** A prompt, and the schema of its response. */
export interface LanguageModelRequest<T> {
  /** The system prompt. Never contains untrusted text. */
  instructions: string
  prompt: string
  /** The schema, without lengths and ranges, which not every provider accepts. */
  schema: z.ZodType<T>
  maxOutputTokens: number
  signal?: AbortSignal
}

export interface LanguageModelResponse<T> {
  value: T
  usage: TokenUsage
  sampling: Sampling
}

/** The sampling settings that were sent; empty if the provider or the model accepts none. */
export interface Sampling {
  temperature?: number
  seed?: number
}

/** Settings that make answers vary as little as a model allows. */
export const STEADY: Required<Sampling> = { temperature: 0, seed: 1 }

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
  cut_off: 'stopped before its answer was complete',
  invalid_output: 'gave an answer that cannot be used',
  rate_limited: 'had no capacity left for us',
  unreachable: 'could not be reached',
  server_error: 'failed on its own side',
  wrong_address: 'was not found at its address',
  wrong_key: 'did not accept the key',
  unknown_model: 'is not known to the provider by this name',
  no_credit: 'is not paid for any more',
  rejected: 'did not accept the request',
  budget: 'has used up its budget for this month',
} as const
export type LanguageModelFailureReason = keyof typeof FAILURES

/** Whether a failure concerns only one request, so that the next question may well be answered. */
export const concernsOneRequest = (reason: LanguageModelFailureReason | 'resting'): boolean =>
  reason === 'refusal' || reason === 'cut_off' || reason === 'invalid_output'

/** The remedy for each failure, for the person who connected the model. */
const REMEDIES: Record<LanguageModelFailureReason, string> = {
  timeout:
    'Try again in a minute. A model on your own machine may still be loading, or be too large for it: choose a smaller one.',
  refusal: 'Nothing has to be done for a single change. If it declines often, choose another model.',
  cut_off:
    'Choose another model: one that thinks at length before it answers reaches the limit of an answer too early.',
  invalid_output: 'Choose another model, one that supports structured output (JSON).',
  rate_limited:
    'Wait a few minutes and try again. If it happens often, raise the rate limit of your account at the provider.',
  unreachable: 'Check that the server is running and that its address is right, then try again.',
  server_error:
    "Try again in a few minutes. If it stays, look at the provider's status page, or at the log of your own server.",
  wrong_address: 'Check the address. That of most servers ends in /v1.',
  wrong_key:
    'Create a new key at the provider, check that it may use this model, and enter it in Settings, Writing.',
  unknown_model: "Choose a model from the provider's list, or check how its name is spelled.",
  no_credit: 'Add credit, or check the payment method and the spending limit, at the provider.',
  rejected: 'Choose another model, one that is made for text and supports structured output (JSON).',
  budget: 'Raise the monthly budget, or wait until the next month begins.',
}

/** A failure and its remedy, for the person who connected the writer. */
export const adviceOn = (reason: LanguageModelFailureReason): string =>
  `The writer ${FAILURES[reason]}. ${REMEDIES[reason]}`

/** The failure that a sentence ends with; null for a sentence that does not report one. */
export function failureIn(sentence: string): LanguageModelFailureReason | null {
  const reasons = Object.keys(FAILURES) as LanguageModelFailureReason[]
  return reasons.find(reason => sentence.endsWith(FAILURES[reason])) ?? null
}

/** Thrown if the language model gave no usable response. This is expected; callers have a fallback. */
export class LanguageModelFailure extends AppError {
  readonly reason: LanguageModelFailureReason
  /** The usage of the attempt, if the provider reports it. */
  readonly usage: TokenUsage | undefined
  /** The wait that the provider asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    reason: LanguageModelFailureReason,
    more: { usage?: TokenUsage; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    const code = reason === 'rate_limited' ? 'rate_limited' : 'unavailable'
    super(code, `The language model ${FAILURES[reason]}. ${REMEDIES[reason]}`, { cause: more.cause })
    this.name = 'LanguageModelFailure'
    this.reason = reason
    this.usage = more.usage
    this.retryAfterMs = more.retryAfterMs
  }
}
