import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

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

/** What a plan limits. Reading is never limited, and what is there already stays. */
const THINGS = {
  repositories: { one: 'repository', many: 'repositories' },
  members: { one: 'member', many: 'members' },
}
type Thing = keyof typeof THINGS

type Room = Record<Thing, number>
const EVERYTHING: Room = { repositories: Infinity, members: Infinity }
const LITTLE: Room = { repositories: 3, members: 3 }

/** The one table of limits. */
const ROOM: Record<Plan, Room> = {
  free: LITTLE,
  active: EVERYTHING,
  past_due: EVERYTHING,
  cancelled: LITTLE,
}

export interface PlanContext {
  tx: Tx
  billing: Billing
}

/** `conflict` when the account's plan has no room for one more watched repository. Ask it in the transaction that adds it. */
export const requireRepositoryQuota = (means: PlanContext, accountId: string): Promise<void> =>
  requireRoom(means, accountId, 'repositories', async () => {
    const { count } = await means.tx
      .selectFrom('repository')
      .select(build => build.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return Number(count)
  })

/** The same for members; `countMembers` counts those that are invited too, in the same transaction. */
export const requireMemberQuota = (
  means: PlanContext,
  accountId: string,
  countMembers: () => Promise<number>,
): Promise<void> => requireRoom(means, accountId, 'members', countMembers)

/** Counts only once it holds the plan, so that two who add the last one at the same time do not both find room for it. */
async function requireRoom(
  { tx, billing }: PlanContext,
  accountId: string,
  thing: Thing,
  count: () => Promise<number>,
): Promise<void> {
  if (billing === 'none') return
  const plan = await lockPlan(tx, accountId)
  const room = ROOM[plan][thing]
  if (room === Infinity || (await count()) < room) return
  throw new AppError('conflict', fullSentence(plan, thing, room))
}

function fullSentence(plan: Plan, thing: Thing, room: number): string {
  const { one, many } = THINGS[thing]
  const cause = plan === 'cancelled' ? 'Since the subscription ended' : 'On the free plan'
  return `${cause} an account has room for ${room} ${room === 1 ? one : many}, and they are taken. Whoever runs this server gets a link to the paid plan with "tidings plan checkout"; what is there stays and can be read as before.`
}

/**
 * The plan as it is stored, held until the transaction ends: two that change or count on the same account's plan take turns.
 */
export async function lockPlan(tx: Tx, accountId: string): Promise<Plan> {
  const { plan } = await tx
    .insertInto('account_plan')
    .values({ account_id: accountId, plan: 'free' })
    .onConflict(conflict =>
      conflict.column('account_id').doUpdateSet({ plan: sql<string>`account_plan.plan` }),
    )
    .returning('plan')
    .executeTakeFirstOrThrow()
  return planFrom(plan)
}
