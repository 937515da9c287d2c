import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { type SocialAccount, socialAccountById } from '#social/accounts/social-account.ts'

/** The monthly budget on networks that charge, unless somebody sets another: 10 US dollars, in micro-dollars. */
const DEFAULT_MONTHLY_BUDGET = 10_000_000

/** Thrown if a post would cost more than what is left of its account's budget for the month. */
export class BudgetExceeded extends Error {
  override name = 'BudgetExceeded'
}

/** Throws `BudgetExceeded` unless this amount is left of the account's budget for this month (UTC). */
export async function requireBudget(
  tx: Tx,
  { id }: Pick<SocialAccount, 'id'>,
  cost: number,
  now: Instant,
): Promise<void> {
  const { spent, limit } = await budgetOf(tx, await socialAccountById(tx, id), now)
  if (spent + cost > limit) throw new BudgetExceeded('The budget of this month does not allow the post.')
}

/** What a social account has spent this month (UTC) and may spend, in micro-dollars. */
export async function budgetOf(
  db: Reader,
  { id, settings }: Pick<SocialAccount, 'id' | 'settings'>,
  now: Instant,
): Promise<{ spent: number; limit: number }> {
  return { spent: await spentInMonth(db, id, now), limit: settings.budget ?? DEFAULT_MONTHLY_BUDGET }
}

/** What the attempts of this month cost, including those with an unknown outcome, in micro-dollars. */
async function spentInMonth(db: Reader, socialAccountId: string, now: Instant): Promise<number> {
  const month = new Date(now)
  const start = Date.UTC(month.getUTCFullYear(), month.getUTCMonth())
  const { total } = await db
    .selectFrom('post')
    .select(({ fn }) => fn.sum<number | null>('cost').as('total'))
    .where('social_account_id', '=', socialAccountId)
    .where('attempted_at', '>=', start)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}
