import { hash } from 'node:crypto'
import { monthOf, reserveUsage, settleUsage, type UsageAmount } from '#accounts/language-model-usage.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Ids } from '#platform/ids.ts'
import { createCircuitBreaker } from '#platform/llm/circuit-breaker.ts'
import type { Budget } from '#platform/llm/cost.ts'
import { type LanguageModel, LanguageModelFailure, type TokenUsage } from '#platform/llm/language-model.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type Advice, advice, answerTo, keepAnswer } from './answer.ts'
import type { Guidance } from './guidance.ts'
import { excerptOf, INSTRUCTIONS, PROMPT_VERSION, promptFor } from './prompt.ts'
import type { Silence } from './weigh.ts'

export type Advised = { advice: Advice } | { silence: Silence }

/** On whose behalf a question is asked. */
export interface Client {
  accountId: string
  guidance: Guidance
}

/**
 * The layer that has to be asked over the network: it advises where the layers before are unsure, and is never trusted further than
 * `weigh` goes. To be called before a transaction opens.
 */
export interface Adviser {
  version: string
  atOnce: number
  /** Always an answer, if only that there is none; throws when the database does, and the caller's reason when the caller aborts. */
  consult(client: Client, pull: MergedPull, signal?: AbortSignal): Promise<Advised>
}

/** Enough for the longest words in a script of many tokens; an answer that needs more is none. */
const MOST_OUTPUT_TOKENS = 1_000
/** The schema and what a provider adds. */
const OVERHEAD_TOKENS = 1_000

export interface AdviserOptions {
  db: Database
  clock: Clock
  ids: Ids
  model: LanguageModel
  /** For each account; null: no limit. */
  budget: Budget | null
}

interface Ask {
  accountId: string
  /** The hash that the answer is kept under. */
  question: string
  prompt: string
  signal?: AbortSignal
}

/** Layer 3: one question for both the classification and the words, asked once for the same content and within the budget. */
export function languageModelAdviser(options: AdviserOptions): Adviser {
  const { db, clock, ids, model } = options
  const pause = createCircuitBreaker(clock)
  const version = `${model.name}@${PROMPT_VERSION}`
  return {
    version,
    atOnce: model.atOnce,
    async consult({ accountId, guidance }, pull, signal): Promise<Advised> {
      const excerpt = excerptOf(pull)
      const question = hash(
        'sha256',
        JSON.stringify([version, INSTRUCTIONS, promptFor(excerpt, guidance, '')]),
      )
      const known = await answerTo(db.read, accountId, question)
      if (known !== null) return { advice: known }
      if (pause.isOpen()) return { silence: 'resting' }
      const prompt = promptFor(excerpt, guidance, ids.next())
      try {
        const value = await askOnAccount(options, { prompt, accountId, question, ...(signal && { signal }) })
        pause.recordSuccess()
        return { advice: value }
      } catch (error) {
        if (!(error instanceof LanguageModelFailure)) throw error
        pause.recordFailure(error)
        return { silence: error.reason }
      }
    },
  }
}

/** Holds what the call may cost, asks, and settles for what it did cost, whether or not the answer was of use. */
async function askOnAccount({ db, clock, ids, model, budget }: AdviserOptions, ask: Ask): Promise<Advice> {
  const { accountId, question, ...asked } = ask
  const payer = { accountId, model: model.name }
  const month = monthOf(clock.now())
  const most = amountOf(model, atMost(asked.prompt))
  const held = await db.write(tx => reserveUsage(tx, ids, clock.now(), payer, most, budget))
  if (held === null) throw new LanguageModelFailure('budget')
  const request = {
    ...asked,
    instructions: INSTRUCTIONS,
    schema: advice,
    maxOutputTokens: MOST_OUTPUT_TOKENS,
  }
  let used: TokenUsage = { inputTokens: 0, outputTokens: 0 }
  let answer: Advice | undefined
  try {
    const response = await model.ask(request)
    used = response.usage
    answer = response.value
    return answer
  } catch (error) {
    if (error instanceof LanguageModelFailure && error.usage) used = error.usage
    throw error
  } finally {
    await db.write(async tx => {
      await settleUsage(tx, held, payer, month, amountOf(model, used))
      if (answer) await keepAnswer(tx, clock, { accountId, question, answer })
    })
  }
}

const amountOf = (model: LanguageModel, usage: TokenUsage): UsageAmount => ({
  ...usage,
  cost: model.costOf(usage) ?? 0,
})

/** A token is two bytes or more in nearly every text, so this is more than a call will use. */
const atMost = (prompt: string): TokenUsage => ({
  inputTokens: Math.ceil(Buffer.byteLength(INSTRUCTIONS + prompt) / 2) + OVERHEAD_TOKENS,
  outputTokens: MOST_OUTPUT_TOKENS,
})
