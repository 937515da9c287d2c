import { type Instant, isoOf } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import type { Budget } from '#writing/models/cost.ts'
import type { TokenUsage } from '#writing/models/language-model.ts'

/** A reservation expires after this time, in milliseconds, in case its process died. No request takes as long. */
const HOLD_MS = 15 * 60_000

/** Usage of a call, actual or at most. `cost` is in micro-dollars, 0 when the price is unknown. */
export interface UsageAmount extends TokenUsage {
  cost: number
}

/** The account and model of a call. */
interface UsageOwner {
  accountId: string
  /** `provider/model`. */
  model: string
}

/** `2026-03`, in UTC. */
export const monthOf = (instant: Instant): string => isoOf(instant).slice(0, 7)

/**
 * Reserves what a call may use, until `settleUsage`. Returns the reservation's id, or null if it would exceed
 * the budget. Reservations count as spent, so that concurrent processes do not spend the same amount twice.
 */
export async function reserveUsage(
  tx: Tx,
  ids: Ids,
  now: Instant,
  payer: UsageOwner,
  most: UsageAmount,
  budget: Budget | null,
): Promise<string | null> {
  const month = monthOf(now)
  await touch(tx, payer, month)
  await tx.deleteFrom('language_model_hold').where('held_until', '<=', now).execute()
  const spent = budget === null ? 0 : await spentIn(tx, payer.accountId, month, budget)
  if (budget !== null && spent + inUnit(budget, most) > budget.limit) return null
  const id = ids.next()
  await tx
    .insertInto('language_model_hold')
    .values({
      id,
      account_id: payer.accountId,
      month,
      tokens: most.inputTokens + most.outputTokens,
      micro_dollars: most.cost,
      held_until: now + HOLD_MS,
    })
    .execute()
  return id
}

/** Adds the call's actual usage to the month in which it began, and releases its reservation. */
export async function settleUsage(
  tx: Tx,
  holdId: string,
  { accountId, model }: UsageOwner,
  month: string,
  used: UsageAmount,
): Promise<void> {
  await tx.deleteFrom('language_model_hold').where('id', '=', holdId).execute()
  await tx
    .updateTable('language_model_usage')
    .set(row => ({
      calls: row('calls', '+', 1),
      input_tokens: row('input_tokens', '+', used.inputTokens),
      output_tokens: row('output_tokens', '+', used.outputTokens),
      micro_dollars: row('micro_dollars', '+', used.cost),
    }))
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .where('model', '=', model)
    .execute()
}

/** The usage of an account in a month, by model. */
export async function usageIn(
  db: Reader,
  accountId: string,
  month: string,
): Promise<(UsageAmount & { model: string; calls: number })[]> {
  return db
    .selectFrom('language_model_usage')
    .select(['model', 'calls', 'input_tokens as inputTokens', 'output_tokens as outputTokens'])
    .select('micro_dollars as cost')
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .orderBy('model')
    .execute()
}

/** The average usage of a model's calls in an account so far; null before the first call. */
export async function averageUsage(db: Reader, { accountId, model }: UsageOwner): Promise<TokenUsage | null> {
  const { calls, input, output } = await db
    .selectFrom('language_model_usage')
    .select(({ fn }) => [fn.sum<number | null>('calls').as('calls')])
    .select(({ fn }) => [fn.sum<number | null>('input_tokens').as('input')])
    .select(({ fn }) => [fn.sum<number | null>('output_tokens').as('output')])
    .where('account_id', '=', accountId)
    .where('model', '=', model)
    .executeTakeFirstOrThrow()
  const count = Number(calls)
  if (count === 0) return null
  return {
    inputTokens: Math.round(Number(input) / count),
    outputTokens: Math.round(Number(output) / count),
  }
}

/** Creates the month's row, or locks it, so that reservations of concurrent processes happen one after the other. */
async function touch(tx: Tx, { accountId, model }: UsageOwner, month: string): Promise<void> {
  await tx
    .insertInto('language_model_usage')
    .values({
      account_id: accountId,
      month,
      model,
      calls: 0,
      input_tokens: 0,
      output_tokens: 0,
      micro_dollars: 0,
    })
    .onConflict(conflict =>
      conflict
        .columns(['account_id', 'month', 'model'])
        .doUpdateSet(row => ({ calls: row.ref('language_model_usage.calls') })),
    )
    .execute()
}

/** Used and reserved amount, in the budget's unit. */
export async function spentIn(db: Reader, accountId: string, month: string, budget: Budget): Promise<number> {
  const held = await db
    .selectFrom('language_model_hold')
    .select(['tokens', 'micro_dollars'])
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .execute()
  const inTokens = budget.unit === 'tokens'
  const used = (await usageIn(db, accountId, month)).reduce((sum, row) => sum + inUnit(budget, row), 0)
  return held.reduce((sum, row) => sum + (inTokens ? row.tokens : row.micro_dollars), used)
}

const inUnit = ({ unit }: Budget, amount: UsageAmount): number =>
  unit === 'tokens' ? amount.inputTokens + amount.outputTokens : amount.cost
