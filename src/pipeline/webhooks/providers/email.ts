import { z } from 'zod'
import type { MailEvent } from '#accounts/mail/suppressions.ts'
import { addressOrNull } from '#platform/mail/address.ts'
import {
  parseDeliveryId,
  parsePayload,
  type WebhookProvider,
  type WebhookRequest,
} from '#platform/webhooks/provider.ts'
import { verifyStandardWebhook } from '#platform/webhooks/signatures.ts'

/** Renames the headers of a request from Svix's names to the standard ones. The two sets of names are never mixed. */
function withStandardHeaders(request: WebhookRequest): WebhookRequest {
  const { headers, body } = request
  if (headers['webhook-signature'] !== undefined) return request
  const renamed = ['id', 'timestamp', 'signature'].map(part => [`webhook-${part}`, headers[`svix-${part}`]])
  return { headers: Object.fromEntries(renamed), body }
}

/** The event types of various mail services, without a prefix such as Resend's in `email.bounced`. */
const OUTCOMES: Record<string, MailEvent['outcome']> = {
  bounced: 'bounced',
  bounce: 'bounced',
  complained: 'complained',
  complaint: 'complained',
  delivered: 'delivered',
}

const outcomeOf = (type: string): MailEvent['outcome'] | null => {
  const name = type.replace(/^(?:e?mail|message)\./, '')
  return Object.hasOwn(OUTCOMES, name) ? (OUTCOMES[name] ?? null) : null
}

const MAX_ADDRESSES = 1_000
const addressList = z.union([
  z.string().transform(address => [address]),
  z.array(z.string()).max(MAX_ADDRESSES),
])
const payloadShape = z.object({
  data: z
    .object({
      to: addressList.optional(),
      email: addressList.optional(),
      bounce: z.object({ type: z.string().optional() }).nullish(),
    })
    .refine(({ to, email }) => to !== undefined || email !== undefined),
})

/** Whether a bounce is temporary, such as for a full mailbox or greylisting. Later mail may arrive. */
const isTemporary = (kind: string | undefined): boolean =>
  kind !== undefined && /^(?:transient|temporary|soft|undetermined)$/i.test(kind)

function parse(name: string, payload: unknown): MailEvent | null {
  const outcome = outcomeOf(name)
  if (outcome === null) return null
  const { to, email, bounce } = parsePayload(payloadShape, payload).data
  if (outcome === 'bounced' && isTemporary(bounce?.type)) return null
  const parsed = (email ?? to ?? []).map(text => addressOrNull(/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text))
  const addresses = [...new Set(parsed.filter(address => address !== null))]
  return addresses.length === 0 ? null : { type: 'mail', outcome, addresses }
}

const typeShape = z.object({ type: z.string() })

export const email: WebhookProvider<MailEvent> = {
  name: 'email',
  verify: (request, secrets, now) => verifyStandardWebhook(withStandardHeaders(request), secrets, now),
  deliveryIdOf: request => parseDeliveryId(withStandardHeaders(request).headers['webhook-id']),
  eventNameOf(_, payload) {
    const type = typeShape.safeParse(payload).data?.type ?? ''
    return outcomeOf(type) === null ? null : type
  },
  parse,
}
