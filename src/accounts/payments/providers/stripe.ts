import Stripe from 'stripe'
import { AppError } from '#platform/errors.ts'
import { ACCOUNT_KEY, type Checkout, type PaymentProvider, type StripeSettings } from '../payments.ts'

/** Retries of unanswered requests. The library repeats the idempotency key, so that each acts once. */
const RETRIES = 2

/** Stripe by its own library, over the guarded client. */
export function stripePayments(
  { secretKey, price, apiUrl }: StripeSettings,
  fetch: typeof globalThis.fetch,
): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    ...placeOf(apiUrl),
    httpClient: Stripe.createFetchHttpClient(fetch),
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
  return {
    name: 'stripe',
    async checkoutLink(checkout) {
      const asked = stripe.checkout.sessions.create(sessionOf(checkout, price))
      return linkFrom(await asked.catch(explain))
    },
    async portalLink({ customerId, returnTo }) {
      const asked = stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnTo })
      return linkFrom(await asked.catch(explain))
    },
  }
}

/** The library takes protocol, host and port separately. */
function placeOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  }
}

const sessionOf = ({ accountId, customerId, successUrl, cancelUrl }: Checkout, price: string) => ({
  mode: 'subscription' as const,
  line_items: [{ price, quantity: 1 }],
  client_reference_id: accountId,
  metadata: { [ACCOUNT_KEY]: accountId },
  // This metadata is in every event about the subscription and its invoices.
  subscription_data: { metadata: { [ACCOUNT_KEY]: accountId } },
  success_url: successUrl,
  cancel_url: cancelUrl,
  ...(customerId !== null && { customer: customerId }),
})

function linkFrom({ url }: { url: string | null }): string {
  if (url && URL.parse(url)?.protocol === 'https:') return url
  throw new AppError('unavailable', 'Stripe gave no address to go to.')
}

/** The library's messages contain ids and parts of the key, so they are only kept as the cause. */
function explain(error: unknown): never {
  if (error instanceof AppError) throw error
  const isOurs =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeInvalidRequestError
  const sentence = isOurs
    ? 'Stripe does not accept the key, the price or the customer that is configured.'
    : 'Stripe cannot be reached just now; nothing was paid.'
  throw new AppError('unavailable', sentence, { cause: error })
}
