import { z } from 'zod'
import { ACCOUNT_KEY } from '#accounts/payments/payments.ts'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '#accounts/plan.ts'
import type { PlanEvent, PlanSource } from '#accounts/subscriptions.ts'
import { isUuid } from '#platform/ids.ts'
import { isSameSecret } from '#platform/secrets.ts'
import { parsePayload } from '../parse.ts'
import type { WebhookProvider, WebhookRequest } from '../provider.ts'
import { anySecretMatches, hmacSha256, isRecentTimestamp } from '../signatures.ts'

/** https://docs.stripe.com/webhooks/signature, scheme `v1`, read here so that the raw bytes and the passed time are what is checked. */
function verify({ headers, body }: WebhookRequest, secrets: readonly string[], now: number): boolean {
  const fields = (headers['stripe-signature'] ?? '').split(',').map(field => field.trim().split('='))
  const valuesOf = (name: string) => fields.flatMap(([key, value]) => (key === name && value ? [value] : []))
  const [time = ''] = valuesOf('t')
  if (!isRecentTimestamp(time, now)) return false
  const bytes = Buffer.concat([Buffer.from(`${time}.`), body])
  const came = valuesOf('v1')
  return anySecretMatches(secrets, secret => {
    const seal = hmacSha256(secret, bytes).toString('hex')
    return came.map(one => isSameSecret(one, seal)).some(Boolean)
  })
}

/** What Stripe calls things, in at most so many characters. */
const id = z.string().regex(/^\w{1,255}$/)
/** Expanded objects come in place of ids where an endpoint asks for them. */
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
    // Until the version of 2025-03-31, and since.
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

/** Only what we wrote there ourselves: the key of an account. */
const accountIn = (...given: (string | null | undefined)[]): string | null =>
  given.find(text => text !== null && text !== undefined && isUuid(text)) ?? null

function readSubscription(payload: unknown, isDeleted: boolean): PlanEvent {
  const { created, data } = parsePayload(subscription, payload)
  const { id, customer, metadata } = data.object
  const status = isDeleted ? 'canceled' : data.object.status
  return event('subscription', created, id, customer, accountIn(metadata?.[ACCOUNT_KEY]), status)
}

/** A first payment that fails leaves a subscription that never began, not one that is behind. */
function readInvoice(payload: unknown, isPaid: boolean): PlanEvent | null {
  const { created, data } = parsePayload(invoice, payload)
  const { customer, billing_reason: reason, parent, ...older } = data.object
  const of = parent?.subscription_details ?? older.subscription_details
  const subscriptionId = of?.subscription ?? older.subscription
  if (!subscriptionId) return null
  const failed = reason === 'subscription_create' ? 'incomplete' : 'past_due'
  const accountId = accountIn(of?.metadata?.[ACCOUNT_KEY])
  return event('invoice', created, subscriptionId, customer, accountId, isPaid ? 'active' : failed)
}

function readCheckout(payload: unknown): PlanEvent | null {
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

const READERS: Record<string, (payload: unknown) => PlanEvent | null> = {
  'checkout.session.completed': readCheckout,
  'customer.subscription.created': payload => readSubscription(payload, false),
  'customer.subscription.updated': payload => readSubscription(payload, false),
  'customer.subscription.deleted': payload => readSubscription(payload, true),
  'invoice.paid': payload => readInvoice(payload, true),
  'invoice.payment_failed': payload => readInvoice(payload, false),
}

const named = z.object({ id: id.optional(), type: z.string() })

export const stripe: WebhookProvider<PlanEvent> = {
  name: 'stripe',
  verify,
  deliveryIdOf: (_, payload) => named.safeParse(payload).data?.id ?? null,
  eventNameOf(_, payload) {
    const type = named.safeParse(payload).data?.type
    return type !== undefined && Object.hasOwn(READERS, type) ? type : null
  },
  parse: (name, payload) => (Object.hasOwn(READERS, name) ? (READERS[name]?.(payload) ?? null) : null),
}
