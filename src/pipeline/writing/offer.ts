import type { LanguageModels } from '#pipeline/judging/judge.ts'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { AccountModel } from '#writing/connection/model.ts'
import { averageUsage, monthOf, spentIn } from '#writing/connection/usage.ts'
import type { Budget } from '#writing/models/cost.ts'
import type { TokenUsage } from '#writing/models/language-model.ts'
import { lastRewording, type Rewording, rewordableDrafts } from './rewordings.ts'

/** An estimate of what rewording the drafts of an account takes. */
export interface RewordingOffer {
  drafts: number
  seconds: number
  tokens: number
  /** The cost in micro-dollars; null if the price is unknown. */
  cost: number | null
  /** What is left of the month's budget, in its unit; null for no limit. */
  left: { unit: Budget['unit']; amount: number } | null
}

/** The usage of a question that is assumed before anything was measured, as the average of the two questions of a draft. */
const USAGE_OF_A_QUESTION: TokenUsage = { inputTokens: 1_600, outputTokens: 150 }
/** One for the words, and one in which they are proofread. */
const QUESTIONS_OF_A_DRAFT = 2
const SECONDS_OF_A_DRAFT = 5

/** The last rewording of an account, and what its writer could reword now; null for nothing. */
export async function rewordingsOf(
  { db, clock, models }: { db: Database; clock: Clock; models(): Promise<LanguageModels> },
  accountId: string,
): Promise<{ last: Rewording | null; offer: RewordingOffer | null }> {
  const last = await lastRewording(db.read, accountId)
  const account = last?.state === 'running' ? null : await (await models()).modelOf(accountId)
  return { last, offer: account && (await offerOf(db.read, clock.now(), accountId, account, last)) }
}

/** The offer. `last` tells how long a draft takes. */
async function offerOf(
  db: Reader,
  now: Instant,
  accountId: string,
  { model, budget }: AccountModel,
  last: Rewording | null,
): Promise<RewordingOffer | null> {
  const counted = await rewordableDrafts(db, accountId, model.name)
    .select(({ fn }) => fn.countAll<number>().as('drafts'))
    .executeTakeFirstOrThrow()
  const drafts = Number(counted.drafts)
  if (drafts === 0) return null
  const { inputTokens, outputTokens } =
    (await averageUsage(db, { accountId, model: model.name })) ?? USAGE_OF_A_QUESTION
  const questions = drafts * QUESTIONS_OF_A_DRAFT
  const usage = { inputTokens: questions * inputTokens, outputTokens: questions * outputTokens }
  const spent = budget && (await spentIn(db, accountId, monthOf(now), budget))
  return {
    drafts,
    seconds: Math.ceil(drafts * (paceOf(last) ?? SECONDS_OF_A_DRAFT / model.atOnce)),
    tokens: usage.inputTokens + usage.outputTokens,
    cost: model.costOf(usage) ?? null,
    left: budget && { unit: budget.unit, amount: Math.max(0, budget.limit - (spent ?? 0)) },
  }
}

/** How many seconds a draft took; null if too few drafts were worded to tell. */
function paceOf(last: Rewording | null): number | null {
  if (!last || last.endedAt === null || last.reworded < LEAST_DRAFTS) return null
  return (last.endedAt - last.startedAt) / 1_000 / last.reworded
}

const LEAST_DRAFTS = 5
