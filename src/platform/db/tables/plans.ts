import type { Fixed } from './column.ts'

/** A subscription at Stripe, as the newest event about it says. */
export interface SubscriptionTable {
  /** Stripe's. */
  id: Fixed<string>
  /** Null until an event names the account. */
  account_id: string | null
  /** Stripe's; null until an event names it. */
  customer_id: string | null
  /** In Stripe's words. */
  status: string
  /** 1: it will never be anything else again. */
  ended: number
  /** When Stripe made the event that says so; 0 before any did. */
  status_at: number
  /** Which of several events of one second is believed: the heavier. */
  weight: number
}

export interface AccountPlanTable {
  account_id: Fixed<string>
  plan: string
}
