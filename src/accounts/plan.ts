import type { Reader } from '#platform/db/schema.ts'

/**
 * What an account pays for. `past_due`: a payment failed and is tried again, with everything as before. `cancelled`: it had a
 * subscription that ended.
 */
const PLANS = ['free', 'active', 'past_due', 'cancelled'] as const
export type Plan = (typeof PLANS)[number]

/** Whether plans mean anything here: without a payment provider every account has everything. */
export type Billing = 'none' | 'paid'

/**
 * The words in which Stripe tells how a subscription is, and what each comes to. Of two that are told in one second, the later in this
 * list is believed: what comes last in a subscription's life, and before that what is better for the account.
 */
const PLAN_OF = {
  incomplete: 'free',
  incomplete_expired: 'free',
  paused: 'cancelled',
  unpaid: 'cancelled',
  past_due: 'past_due',
  trialing: 'active',
  active: 'active',
  canceled: 'cancelled',
} as const satisfies Record<string, Plan>
export type SubscriptionStatus = keyof typeof PLAN_OF

export const SUBSCRIPTION_STATUSES = Object.keys(PLAN_OF) as SubscriptionStatus[]

/** Nothing comes after these. */
export const isEnded = (status: SubscriptionStatus): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

export async function planOf(db: Reader, accountId: string): Promise<Plan> {
  const row = await db
    .selectFrom('account_plan')
    .select('plan')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return planFrom(row?.plan ?? 'free')
}

export const planFrom = (text: string): Plan => PLANS.find(plan => plan === text) ?? 'free'

/** Best first. */
const BEST: readonly Plan[] = ['active', 'past_due', 'cancelled']

/** The best that any of an account's subscriptions gives it, so that the end of an old one takes nothing from a newer one. */
export function bestPlan(statuses: readonly string[]): Plan {
  const plans = SUBSCRIPTION_STATUSES.filter(status => statuses.includes(status)).map(
    status => PLAN_OF[status],
  )
  return BEST.find(plan => plans.includes(plan)) ?? 'free'
}
