import { sql } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { recordActivity } from './activity.ts'
import { bestPlan, isEnded, lockPlan, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './plan.ts'

/** Who says how a subscription is. Of several that speak in one second, the later in this list is believed. */
const PLAN_SOURCES = ['checkout', 'invoice', 'subscription'] as const
export type PlanSource = (typeof PLAN_SOURCES)[number]

/** What an event of the payment provider says about one subscription. */
export interface PlanEvent {
  type: 'plan'
  source: PlanSource
  subscriptionId: string
  /** Null where the event does not name it. */
  customerId: string | null
  /** The account that is paid for, by its internal key, as we named it at the checkout; null where the event does not say. */
  accountId: string | null
  status: SubscriptionStatus
  /** When the provider made the event. */
  at: Instant
}

/**
 * Takes in what the event says. Events may come in any order and any number of times; what is kept is the greatest of them, by end,
 * time and weight, so the same events always end in the same plan.
 */
export async function applyPlanEvent(tx: Tx, clock: Clock, ids: Ids, event: PlanEvent): Promise<void> {
  const accountId = await recordSubscription(tx, event)
  if (accountId !== null) await updatePlan(tx, clock, ids, accountId)
}

/** Gives the account that the subscription belongs to, as far as any event so far has told. */
async function recordSubscription(tx: Tx, event: PlanEvent): Promise<string | null> {
  const { subscriptionId: id, customerId } = event
  const ended = isEnded(event.status) ? 1 : 0
  const weight = weightOf(event)
  await tx
    .insertInto('subscription')
    .values({
      id,
      account_id: null,
      customer_id: null,
      status: 'incomplete',
      ended: 0,
      status_at: 0,
      weight: 0,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
  await tx
    .updateTable('subscription')
    .set({ status: event.status, ended, status_at: event.at, weight })
    .where('id', '=', id)
    .where(sql<boolean>`(ended, status_at, weight) < (${ended}, ${event.at}, ${weight})`)
    .execute()
  const known = await knownAccount(tx, event.accountId)
  const { account_id } = await tx
    .updateTable('subscription')
    .set({
      account_id: sql<string | null>`coalesce(account_id, ${known})`,
      customer_id: sql<string | null>`coalesce(customer_id, ${customerId})`,
    })
    .where('id', '=', id)
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return account_id
}

const weightOf = ({ source, status }: PlanEvent): number =>
  PLAN_SOURCES.indexOf(source) * SUBSCRIPTION_STATUSES.length + SUBSCRIPTION_STATUSES.indexOf(status)

/** The payment provider may serve another installation too, whose accounts are not here. */
async function knownAccount(tx: Tx, accountId: string | null): Promise<string | null> {
  if (accountId === null) return null
  const row = await tx.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst()
  return row?.id ?? null
}

/** Brings an account's plan in line with its subscriptions. */
async function updatePlan(tx: Tx, clock: Clock, ids: Ids, accountId: string): Promise<void> {
  const before = await lockPlan(tx, accountId)
  const rows = await tx
    .selectFrom('subscription')
    .select('status')
    .where('account_id', '=', accountId)
    .execute()
  const after = bestPlan(rows.map(row => row.status))
  if (after === before) return
  await tx.updateTable('account_plan').set({ plan: after }).where('account_id', '=', accountId).execute()
  await recordActivity(tx, clock, ids, {
    accountId,
    actor: 'payment',
    action: 'plan changed',
    subject: accountId,
    before,
    after,
  })
}
