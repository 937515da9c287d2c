import type { z } from 'zod'
import type { LanguageModelFailure } from './failure.ts'
import type { Usage } from './usage.ts'

/** One question, with the shape of its answer. */
export interface Question<T> {
  /** What the model is to do. Ours alone: nothing that a stranger wrote stands in it. */
  instructions: string
  prompt: string
  /** Without lengths and ranges: not every provider takes them in a schema. */
  schema: z.ZodType<T>
  maxOutputTokens: number
  signal?: AbortSignal
}

export interface Answer<T> {
  value: T
  usage: Usage
}

/** A language model that is configured. */
export interface LanguageModel {
  /** `provider/model`, as it stands in decisions and accounts. */
  name: string
  /** How many questions it may be asked at a time. */
  atOnce: number
  /** Micro-dollars of so many tokens; undefined where the price is not known. */
  costOf(usage: Usage): number | undefined
  /** Asks once, within one deadline that covers all attempts. Throws {@link LanguageModelFailure}; the caller's own reason when the caller aborts. */
  ask<T>(question: Question<T>): Promise<Answer<T>>
}
