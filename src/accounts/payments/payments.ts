import type { Account } from '#accounts/account.ts'
import { planOf } from '#accounts/plan.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

/** A payment provider. Its links are for immediate use by one owner and are not stored. */
export interface PaymentProvider {
  name: string
  checkoutLink(checkout: Checkout): Promise<string>
  /** Link to change the card, see invoices and cancel. */
  portalLink(portal: { customerId: string; returnTo: string }): Promise<string>
}

/** Metadata key of the account, set at the checkout and present in every event about it. */
export const ACCOUNT_KEY = 'tidings_account'

export interface Checkout {
  /** Internal key; every event about the subscription contains it. */
  accountId: string
  /** Null for a first payment. */
  customerId: string | null
  /** Where the browser goes after the payment. */
  successUrl: string
  cancelUrl: string
}

/**
 * A link to subscribe. Throws `conflict` when the account has a subscription: a second one would be charged in addition.
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

/** A link to manage the subscription. Throws `not_found` for an account without one. */
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

/** The customer id of the latest subscription. */
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

/** The configured Stripe account. */
export interface StripeSettings {
  secretKey: string
  /** The secrets of webhooks. Each of them is accepted. */
  webhookSecrets: readonly string[]
  /** Id of the price that is sold. */
  price: string
  /** Without a slash at the end. */
  apiUrl: string
}
