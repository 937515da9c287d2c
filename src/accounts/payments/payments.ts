import type { Account } from '#accounts/account.ts'
import { planOf } from '#accounts/plan.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

/** Where plans are paid for. Both links are for one owner, now: they are opened at once and kept nowhere. */
export interface PaymentProvider {
  name: string
  checkoutLink(checkout: Checkout): Promise<string>
  /** Where a customer changes the card, sees invoices and cancels. */
  portalLink(portal: { customerId: string; returnTo: string }): Promise<string>
}

/** Under which the account stands in the metadata of what is made at a checkout, and so in every event about it. */
export const ACCOUNT_KEY = 'tidings_account'

export interface Checkout {
  /** The internal key: it comes back with every event about the subscription. */
  accountId: string
  /** Null for whoever pays for the first time. */
  customerId: string | null
  /** Where the browser goes afterwards. */
  successUrl: string
  cancelUrl: string
}

/**
 * A link under which an owner subscribes. `conflict` where the account pays already: a second subscription would be paid for beside the
 * first.
 */
export async function checkoutLink(
  db: Reader,
  payments: PaymentProvider,
  account: Account,
  settingsPage: string,
): Promise<string> {
  const plan = await planOf(db, account.id)
  if (plan === 'active' || plan === 'past_due') {
    throw new AppError(
      'conflict',
      'This account has a subscription already; "tidings plan portal" gives a link under which it is changed.',
    )
  }
  return payments.checkoutLink({
    accountId: account.id,
    customerId: await customerOf(db, account.id),
    successUrl: `${settingsPage}?payment=done`,
    cancelUrl: settingsPage,
  })
}

/** A link under which an owner sees to the payment. `not_found` for an account that never paid. */
export async function portalLink(
  db: Reader,
  payments: PaymentProvider,
  account: Account,
  settingsPage: string,
): Promise<string> {
  const customerId = await customerOf(db, account.id)
  if (customerId === null)
    throw new AppError(
      'not_found',
      'This account has no subscription yet; "tidings plan checkout" gives a link to one.',
    )
  return payments.portalLink({ customerId, returnTo: settingsPage })
}

/** Of the subscription that was heard of last. */
async function customerOf(db: Reader, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('subscription')
    .select('customer_id')
    .where('account_id', '=', accountId)
    .where('customer_id', 'is not', null)
    .orderBy('status_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** The Stripe account that the operator configured. */
export interface StripeSettings {
  secretKey: string
  /** Any of them proves a callback. */
  webhookSecrets: readonly string[]
  /** The id of the one price that is sold. */
  price: string
  /** Without a slash at the end. */
  apiUrl: string
}
