import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

/**
 * `past_due`: a payment failed and is retried; nothing is limited yet. `cancelled`: the subscription ended.
 */
export type Plan = 'free' | 'active' | 'past_due' | 'cancelled'

/** Whether plan limits apply. Without a payment provider they do not. */
export type Billing = 'none' | 'paid'

/**
 * Stripe's subscription statuses and the plan for each. Of two in the same second, the later in this list
 * wins: final ones are last, and before them those that are better for the account.
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

/** Whether the status is final. */
export const isEnded = (status: SubscriptionStatus): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

export async function planOf(db: Reader, accountId: string): Promise<Plan> {
  const row = await db
    .selectFrom('account_plan')
    .select('plan')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.plan ?? 'free'
}

/** Plans, best first. */
const BEST: readonly Plan[] = ['active', 'past_due', 'cancelled']

/** The best plan of an account's subscriptions, so that the end of an old one does not affect a newer one. */
export function bestPlan(statuses: readonly string[]): Plan {
  const plans = SUBSCRIPTION_STATUSES.filter(status => statuses.includes(status)).map(
    status => PLAN_OF[status],
  )
  return BEST.find(plan => plans.includes(plan)) ?? 'free'
}

/** The things that plans limit. Existing data stays and can always be read. */
const THINGS = {
  repositories: { one: 'repository', many: 'repositories' },
  members: { one: 'member', many: 'members' },
}
type Thing = keyof typeof THINGS

type Room = Record<Thing, number>
const EVERYTHING: Room = { repositories: Infinity, members: Infinity }
const LITTLE: Room = { repositories: 3, members: 3 }

/** Limits by plan. */
const ROOM: Record<Plan, Room> = {
  free: LITTLE,
  active: EVERYTHING,
  past_due: EVERYTHING,
  cancelled: LITTLE,
}

/**
 * Throws `conflict` when the plan allows no more of the thing. Call it in the transaction that adds one: it counts after locking the plan, so
 * that two concurrent additions cannot both take the last place.
 */
export async function requireRoom(tx: Tx, billing: Billing, accountId: string, thing: Thing): Promise<void> {
  if (billing === 'none') return
  const plan = await lockPlan(tx, accountId)
  const room = ROOM[plan][thing]
  if (room === Infinity || (await countOf(tx, accountId, thing)) < room) return
  throw new AppError('conflict', fullSentence(plan, thing, room))
}

function fullSentence(plan: Plan, thing: Thing, room: number): string {
  const { one, many } = THINGS[thing]
  const cause = plan === 'cancelled' ? 'Since the subscription ended' : 'On the free plan'
  return `${cause} an account has room for ${room} ${room === 1 ? one : many}, and they are taken. An owner can upgrade under Settings, Plan, or with "tidings plan checkout" on the server. What is there stays and can be read as before.`
}

/** The plan of an account, what it uses of it, and how much the plan allows; null for no limit. */
export async function planUsage(
  db: Reader,
  billing: Billing,
  accountId: string,
): Promise<{ plan: Plan } & Record<Thing, { used: number; limit: number | null }>> {
  const plan = await planOf(db, accountId)
  const usageOf = async (thing: Thing) => {
    const room = ROOM[plan][thing]
    const limit = billing === 'none' || room === Infinity ? null : room
    return { used: await countOf(db, accountId, thing), limit }
  }
  return {
    plan,
    repositories: await usageOf('repositories'),
    members: await usageOf('members'),
  }
}

/** Members and invitations both take a place in the plan. */
const countOf = async (db: Reader, accountId: string, thing: Thing): Promise<number> =>
  thing === 'repositories'
    ? countRows(db, accountId, 'repository')
    : (await countRows(db, accountId, 'membership')) + (await countInvitations(db, accountId))

async function countRows(db: Reader, accountId: string, table: 'repository' | 'membership'): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(build => build.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countInvitations(db: Reader, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('ticket')
    .select(build => build.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'invitation')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Locks the account's plan until the transaction ends, and gives it.
 */
export async function lockPlan(tx: Tx, accountId: string): Promise<Plan> {
  const { plan } = await tx
    .insertInto('account_plan')
    .values({ account_id: accountId, plan: 'free' })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet({ plan: sql<Plan>`account_plan.plan` }))
    .returning('plan')
    .executeTakeFirstOrThrow()
  return plan
}
