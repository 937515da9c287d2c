import { createHmac } from 'node:crypto'
import type { Instant } from '#platform/clock.ts'
import { isSameSecret } from '#platform/secrets.ts'
import type { WebhookRequest } from './provider.ts'

/** HMAC-SHA256 over the bytes. */
export const hmacSha256 = (secret: string | Uint8Array, bytes: string | Uint8Array): Buffer =>
  createHmac('sha256', secret).update(bytes).digest()

/** Whether one of the secrets passes. Every one is tried, so that the time does not tell which; an empty one proves nothing. */
export const anySecretMatches = (secrets: readonly string[], isProof: (secret: string) => boolean): boolean =>
  secrets
    .filter(secret => secret !== '')
    .map(isProof)
    .some(Boolean)

/** Whether one of the secrets seals the bytes so, the seal written in hexadecimal digits. */
export function verifyHmacHex(
  hex: string | undefined,
  secrets: readonly string[],
  bytes: Uint8Array,
): boolean {
  if (hex === undefined || !/^[0-9a-f]{64}$/i.test(hex)) return false
  const seal = hex.toLowerCase()
  return anySecretMatches(secrets, secret => isSameSecret(hmacSha256(secret, bytes).toString('hex'), seal))
}

/** Older and further ahead than this is taken for a repetition by a stranger. */
const WINDOW_MS = 5 * 60_000

/** Whether a signed time, in whole seconds, is that of a callback sent just now. */
export const isRecentTimestamp = (seconds: string, now: Instant): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1000) <= WINDOW_MS

/**
 * The Standard Webhooks scheme: `v1,` and the base64 of HMAC-SHA256 over id, time and body. Several signatures may stand side by
 * side, parted by spaces, while a secret is changed for another.
 */
export function verifyStandardWebhook(
  callback: WebhookRequest,
  secrets: readonly string[],
  now: Instant,
): boolean {
  const {
    'webhook-id': id,
    'webhook-timestamp': time = '',
    'webhook-signature': given = '',
  } = callback.headers
  if (!id || !isRecentTimestamp(time, now)) return false
  const bytes = Buffer.concat([Buffer.from(`${id}.${time}.`), callback.body])
  const signatures = given.split(' ').slice(0, 10)
  return anySecretMatches(secrets, secret => {
    const key = keyOf(secret)
    if (key.length === 0) return false
    const expected = `v1,${hmacSha256(key, bytes).toString('base64')}`
    return signatures.map(signature => isSameSecret(signature, expected)).some(Boolean)
  })
}

const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
