import { z } from 'zod'
import { ACCOUNT_KEY } from '#accounts/payments/payments.ts'
import type { PlanEvent, PlanSource } from '#accounts/payments/subscriptions.ts'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '#accounts/plan.ts'
import { isUuid } from '#platform/ids.ts'
import { isSameSecret } from '#platform/secrets.ts'
import { parsePayload, type WebhookProvider, type WebhookRequest } from '#platform/webhooks/provider.ts'
import { anySecretMatches, hmacSha256, isRecentTimestamp } from '#platform/webhooks/signatures.ts'

/** Verifies scheme `v1` of https://docs.stripe.com/webhooks/signature. Stripe's own library cannot take the time from the caller. */
function verify({ headers, body }: WebhookRequest, secrets: readonly string[], now: number): boolean {
  const fields = (headers['stripe-signature'] ?? '').split(',').map(field => field.trim().split('='))
  const valuesOf = (name: string) => fields.flatMap(([key, value]) => (key === name && value ? [value] : []))
  const [time = ''] = valuesOf('t')
  if (!isRecentTimestamp(time, now)) return false
  const bytes = Buffer.concat([Buffer.from(`${time}.`), body])
  const signatures = valuesOf('v1')
  return anySecretMatches(secrets, secret => {
    const expected = hmacSha256(secret, bytes).toString('hex')
    return signatures.map(signature => isSameSecret(signature, expected)).some(Boolean)
  })
}

/** An id of Stripe's, which has at most 255 characters. */
const id = z.string().regex(/^\w{1,255}$/)
/** An id, or the expanded object that some endpoints send instead. */
const reference = z.union([id, z.object({ id }).transform(object => object.id)])
const metadata = z.record(z.string(), z.string()).nullish()

const envelope = <T extends z.ZodType>(object: T) =>
  z.object({ created: z.int().positive().max(99_999_999_999), data: z.object({ object }) })

const subscription = envelope(
  z.object({
    id,
    customer: reference.nullish(),
    status: z.enum(SUBSCRIPTION_STATUSES as [SubscriptionStatus, ...SubscriptionStatus[]]),
    metadata,
  }),
)

const details = z.object({ subscription: reference.nullish(), metadata }).nullish()
const invoice = envelope(
  z.object({
    customer: reference.nullish(),
    billing_reason: z.string().nullish(),
    // The subscription, in API versions before 2025-03-31; since then it is in `parent`.
    subscription: reference.nullish(),
    subscription_details: details,
    parent: z.object({ subscription_details: details }).nullish(),
  }),
)

const checkout = envelope(
  z.object({
    mode: z.string(),
    payment_status: z.string().nullish(),
    customer: reference.nullish(),
    subscription: reference.nullish(),
    client_reference_id: z.string().nullish(),
    metadata,
  }),
)

/** The account's id, which we set at the checkout. */
const accountIn = (...given: (string | null | undefined)[]): string | null =>
  given.find(text => text !== null && text !== undefined && isUuid(text)) ?? null

function parseSubscription(payload: unknown, isDeleted: boolean): PlanEvent {
  const { created, data } = parsePayload(subscription, payload)
  const { id, customer, metadata } = data.object
  const status = isDeleted ? 'canceled' : data.object.status
  return event('subscription', created, id, customer, accountIn(metadata?.[ACCOUNT_KEY]), status)
}

/** Parses an invoice. A failed first payment leaves the subscription incomplete, a failed later one past due. */
function parseInvoice(payload: unknown, isPaid: boolean): PlanEvent | null {
  const { created, data } = parsePayload(invoice, payload)
  const { customer, billing_reason: reason, parent, ...older } = data.object
  const subscriptionDetails = parent?.subscription_details ?? older.subscription_details
  const subscriptionId = subscriptionDetails?.subscription ?? older.subscription
  if (!subscriptionId) return null
  const failed = reason === 'subscription_create' ? 'incomplete' : 'past_due'
  const accountId = accountIn(subscriptionDetails?.metadata?.[ACCOUNT_KEY])
  return event('invoice', created, subscriptionId, customer, accountId, isPaid ? 'active' : failed)
}

function parseCheckout(payload: unknown): PlanEvent | null {
  const { created, data } = parsePayload(checkout, payload)
  const { mode, payment_status, customer, subscription, client_reference_id, metadata } = data.object
  if (mode !== 'subscription' || !subscription) return null
  const accountId = accountIn(metadata?.[ACCOUNT_KEY], client_reference_id)
  const status = payment_status === 'unpaid' ? 'incomplete' : 'active'
  return event('checkout', created, subscription, customer, accountId, status)
}

function event(
  source: PlanSource,
  created: number,
  subscriptionId: string,
  customer: string | null | undefined,
  accountId: string | null,
  status: SubscriptionStatus,
): PlanEvent {
  const customerId = customer ?? null
  return { type: 'plan', source, subscriptionId, customerId, accountId, status, at: created * 1000 }
}

const PARSERS: Record<string, (payload: unknown) => PlanEvent | null> = {
  'checkout.session.completed': parseCheckout,
  'customer.subscription.created': payload => parseSubscription(payload, false),
  'customer.subscription.updated': payload => parseSubscription(payload, false),
  'customer.subscription.deleted': payload => parseSubscription(payload, true),
  'invoice.paid': payload => parseInvoice(payload, true),
  'invoice.payment_failed': payload => parseInvoice(payload, false),
}

const eventShape = z.object({ id: id.optional(), type: z.string() })

export const stripe: WebhookProvider<PlanEvent> = {
  name: 'stripe',
  verify,
  deliveryIdOf: (_, payload) => eventShape.safeParse(payload).data?.id ?? null,
  eventNameOf(_, payload) {
    const type = eventShape.safeParse(payload).data?.type
    return type !== undefined && Object.hasOwn(PARSERS, type) ? type : null
  },
  parse: (name, payload) => (Object.hasOwn(PARSERS, name) ? (PARSERS[name]?.(payload) ?? null) : null),
}
