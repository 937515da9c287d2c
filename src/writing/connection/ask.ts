import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import {
  type LanguageModel,
  LanguageModelFailure,
  type LanguageModelFailureReason,
  type LanguageModelResponse,
  type Sampling,
  type TokenUsage,
} from '#writing/models/language-model.ts'
import type { AccountModel } from './model.ts'
import { monthOf, reserveUsage, settleUsage, type UsageAmount } from './usage.ts'

/** Identifies a question of an account by a hash of everything that is asked, including the model's name. */
interface QuestionKey {
  accountId: string
  question: string
}

/** An answer, and the sampling settings that the model was asked with. */
interface KnownAnswer<T> {
  answer: T
  sampling: Sampling
}

/** The stored answer to the same question; null if there is none, or if it does not match the current schema. */
async function answerTo<T>(
  db: Reader,
  { accountId, question }: QuestionKey,
  schema: z.ZodType<T>,
): Promise<KnownAnswer<T> | null> {
  const row = await db
    .selectFrom('language_model_answer')
    .select(['answer', 'sampling'])
    .where('account_id', '=', accountId)
    .where('question', '=', question)
    .executeTakeFirst()
  const parsed = row && schema.safeParse(JSON.parse(row.answer))
  return parsed?.success ? { answer: parsed.data, sampling: JSON.parse(row?.sampling ?? '{}') } : null
}

/** Stores the answer. If the same question gets two answers, the first is kept. */
async function keepAnswer(
  tx: Tx,
  clock: Clock,
  { accountId, question }: QuestionKey,
  { answer, sampling }: KnownAnswer<unknown>,
): Promise<void> {
  await tx
    .insertInto('language_model_answer')
    .values({
      account_id: accountId,
      question,
      answer: JSON.stringify(answer),
      sampling: JSON.stringify(sampling),
      answered_at: clock.now(),
    })
    .onConflict(conflict => conflict.columns(['account_id', 'question']).doNothing())
    .execute()
}

/** A question to a language model, with the schema of its answer. */
export interface Question<T> {
  /** The system prompt. Never contains untrusted text. */
  instructions: string
  /**
   * Builds the prompt. `code` is in the lines that enclose untrusted text: it is random and new each time, so
   * that no text can forge these lines.
   */
  prompt(code: string): string
  schema: z.ZodType<T>
  maxOutputTokens: number
}

/** Why there is no answer: the model failed, or it was not asked because it keeps failing. */
export type NoAnswer = LanguageModelFailureReason | 'resting'

type Answered<T> =
  | { answer: T; sampling: Sampling; usage: TokenUsage }
  | { silence: NoAnswer; usage: TokenUsage }

/** The tokens for the schema and for what a provider adds. */
const OVERHEAD_TOKENS = 1_000
const NOTHING_USED: TokenUsage = { inputTokens: 0, outputTokens: 0 }

/**
 * Asks a language model on behalf of an account: only once for the same question, and within the account's budget. Call it before a
 * transaction opens. Throws if the database fails, and the signal's reason if the caller aborts.
 */
export async function ask<T>(
  context: WriteContext & { db: Database },
  accountId: string,
  { model, budget, breaker, onBudgetSpent }: AccountModel,
  question: Question<T>,
  signal?: AbortSignal,
): Promise<Answered<T>> {
  const key = keyOf(accountId, model, question)
  const known = await answerTo(context.db.read, key, question.schema)
  if (known !== null) return { ...known, usage: NOTHING_USED }
  if (breaker.isOpen()) return { silence: 'resting', usage: NOTHING_USED }
  try {
    const { value, ...response } = await askOnAccount(context, { model, budget }, key, question, signal)
    breaker.recordSuccess()
    return { answer: value, ...response }
  } catch (error) {
    if (!(error instanceof LanguageModelFailure)) throw error
    breaker.recordFailure(error)
    if (error.reason === 'budget') await onBudgetSpent?.()
    return { silence: error.reason, usage: error.usage ?? NOTHING_USED }
  }
}

const keyOf = <T>(accountId: string, model: LanguageModel, question: Question<T>): QuestionKey => ({
  accountId,
  question: hash('sha256', JSON.stringify([model.name, question.instructions, question.prompt('')])),
})

/** Reserves what the call may cost, asks, and records what it did cost, whether the answer can be used or not. */
async function askOnAccount<T>(
  { db, clock, ids }: WriteContext & { db: Database },
  { model, budget }: Pick<AccountModel, 'model' | 'budget'>,
  key: QuestionKey,
  question: Question<T>,
  signal: AbortSignal | undefined,
) {
  const { instructions, schema, maxOutputTokens } = question
  const prompt = question.prompt(ids.next())
  const payer = { accountId: key.accountId, model: model.name }
  const month = monthOf(clock.now())
  const most = amountOf(model, atMost(instructions + prompt, maxOutputTokens))
  const held = await db.write(tx => reserveUsage(tx, ids, clock.now(), payer, most, budget))
  if (held === null) throw new LanguageModelFailure('budget')
  let used = NOTHING_USED
  let response: LanguageModelResponse<T> | undefined
  try {
    response = await model.ask({
      instructions,
      prompt,
      schema,
      maxOutputTokens,
      ...(signal && { signal }),
    })
    used = response.usage
    return response
  } catch (error) {
    if (error instanceof LanguageModelFailure && error.usage) used = error.usage
    throw error
  } finally {
    await db.write(async tx => {
      await settleUsage(tx, held, payer, month, amountOf(model, used))
      if (response) {
        const { value: answer, sampling } = response
        await keepAnswer(tx, clock, key, { answer, sampling })
      }
    })
  }
}

const amountOf = (model: LanguageModel, usage: TokenUsage): UsageAmount => ({
  ...usage,
  cost: model.costOf(usage) ?? 0,
})

/** An upper bound of a call's usage: in nearly every text a token has at least two bytes. */
const atMost = (text: string, maxOutputTokens: number): TokenUsage => ({
  inputTokens: Math.ceil(Buffer.byteLength(text) / 2) + OVERHEAD_TOKENS,
  outputTokens: maxOutputTokens,
})
