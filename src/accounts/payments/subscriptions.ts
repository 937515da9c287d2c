import { sql } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { recordActivity } from '../activity.ts'
import { bestPlan, isEnded, lockPlan, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../plan.ts'

/** Kinds of events that report a subscription. Of several in the same second, the later in this list wins. */
const PLAN_SOURCES = ['checkout', 'invoice', 'subscription'] as const
export type PlanSource = (typeof PLAN_SOURCES)[number]

/** The state of a subscription as an event of the payment provider reports it. */
export interface PlanEvent {
  type: 'plan'
  source: PlanSource
  subscriptionId: string
  /** Null when the event does not contain it. */
  customerId: string | null
  /** Internal key of the account, from the metadata of the checkout; null when the event does not contain it. */
  accountId: string | null
  status: SubscriptionStatus
  /** When the provider created the event. */
  at: Instant
}

/**
 * Applies an event. Events may arrive in any order and repeatedly: the greatest by (ended, time, weight) is kept, so the same events
 * always give the same plan.
 */
export async function applyPlanEvent(tx: Tx, clock: Clock, ids: Ids, event: PlanEvent): Promise<void> {
  const accountId = await recordSubscription(tx, event)
  if (accountId !== null) await updatePlan(tx, clock, ids, accountId)
}

/** Stores the event's state and gives the account of the subscription, if any event so far contained it. */
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

/** Null for an account of another installation that shares the payment provider. */
async function knownAccount(tx: Tx, accountId: string | null): Promise<string | null> {
  if (accountId === null) return null
  const row = await tx.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst()
  return row?.id ?? null
}

/** Sets an account's plan from its subscriptions. */
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
  await recordActivity(tx, { clock, ids, actor: 'payment' }, 'plan changed', { accountId, before, after })
}
