import { z } from 'zod'
import type { MailEvent } from '#accounts/mail/suppressions.ts'
import { addressOrNull } from '#platform/mail/address.ts'
import { parseDeliveryId, parsePayload } from '../parse.ts'
import type { WebhookProvider, WebhookRequest } from '../provider.ts'
import { verifyStandardWebhook } from '../signatures.ts'

/** Svix sends the same under names of its own. One family is read whole: a mixture proves nothing. */
function standard(callback: WebhookRequest): WebhookRequest {
  const { headers, body } = callback
  if (headers['webhook-signature'] !== undefined) return callback
  const named = ['id', 'timestamp', 'signature'].map(part => [`webhook-${part}`, headers[`svix-${part}`]])
  return { headers: Object.fromEntries(named), body }
}

/** `email.bounced` at Resend; others leave the first part out or name the noun. */
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

const MOST_ADDRESSES = 1_000
const addresses = z.union([z.string().transform(one => [one]), z.array(z.string()).max(MOST_ADDRESSES)])
const shape = z.object({
  data: z
    .object({
      to: addresses.optional(),
      email: addresses.optional(),
      bounce: z.object({ type: z.string().optional() }).nullish(),
    })
    .refine(({ to, email }) => to !== undefined || email !== undefined),
})

/** Mail that came back for now (a full mailbox, a greylist) may arrive tomorrow. */
const isForNow = (kind: string | undefined): boolean =>
  kind !== undefined && /^(?:transient|temporary|soft|undetermined)$/i.test(kind)

function parse(name: string, payload: unknown): MailEvent | null {
  const outcome = outcomeOf(name)
  if (outcome === null) return null
  const { to, email, bounce } = parsePayload(shape, payload).data
  if (outcome === 'bounced' && isForNow(bounce?.type)) return null
  const given = (email ?? to ?? []).map(text => addressOrNull(/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text))
  const found = [...new Set(given.filter(address => address !== null))]
  return found.length === 0 ? null : { type: 'mail', outcome, addresses: found }
}

const named = z.object({ type: z.string() })

export const email: WebhookProvider<MailEvent> = {
  name: 'email',
  verify: (callback, secrets, now) => verifyStandardWebhook(standard(callback), secrets, now),
  deliveryIdOf: callback => parseDeliveryId(standard(callback).headers['webhook-id']),
  eventNameOf(_, payload) {
    const type = named.safeParse(payload).data?.type ?? ''
    return outcomeOf(type) === null ? null : type
  },
  parse,
}
