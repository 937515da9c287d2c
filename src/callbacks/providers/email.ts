import { z } from 'zod'
import type { MailEvent } from '#accounts/mail/mail-event.ts'
import { addressOrNull } from '#mail/address.ts'
import type { Callback, CallbackProvider } from '../callback.ts'
import { documented } from '../documented.ts'
import { freshTime, isSigned } from '../signed-time.ts'

/** The names of Standard Webhooks, and those that it had before. One family is read whole: a mixture proves nothing. */
const FAMILIES = ['webhook', 'svix'] as const
const DELIVERY_ID = /^[\x21-\x7e]{1,255}$/

function signedHeaders({ headers }: Callback) {
  const family = FAMILIES.find(name => headers[`${name}-signature`] !== undefined) ?? 'webhook'
  const [id = '', time, signatures = ''] = ['id', 'timestamp', 'signature'].map(
    part => headers[`${family}-${part}`],
  )
  return { id: DELIVERY_ID.test(id) ? id : null, time, signatures }
}

/**
 * https://www.standardwebhooks.com, the symmetric scheme `v1`. One header may carry several signatures, while a secret is being
 * changed. Read here and not by a library, so that the raw bytes and the passed time are what is checked.
 */
function proves(callback: Callback, secrets: readonly string[], now: number): boolean {
  const { id, time: sent, signatures } = signedHeaders(callback)
  const time = freshTime(sent, now)
  if (id === null || time === null) return false
  const came = signatures
    .split(' ')
    .flatMap(signature => (signature.startsWith('v1,') ? [Buffer.from(signature.slice(3), 'base64')] : []))
  return secrets.map(secret => isSigned(keyOf(secret), `${id}.${time}.`, callback.body, came)).includes(true)
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

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

function read(name: string, payload: unknown): MailEvent | null {
  const outcome = outcomeOf(name)
  if (outcome === null) return null
  const { to, email, bounce } = documented(shape, payload, 'the mail provider').data
  if (outcome === 'bounced' && isForNow(bounce?.type)) return null
  const given = (email ?? to ?? []).map(text => addressOrNull(/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text))
  const found = [...new Set(given.filter(address => address !== null))]
  return found.length === 0 ? null : { type: 'mail', outcome, addresses: found }
}

const named = z.object({ type: z.string() })

export const email: CallbackProvider<MailEvent> = {
  name: 'email',
  proves,
  deliveryIdOf: callback => signedHeaders(callback).id,
  eventNameOf(_, payload) {
    const type = named.safeParse(payload).data?.type ?? ''
    return outcomeOf(type) === null ? null : type
  },
  read,
}
