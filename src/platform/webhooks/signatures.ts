import { createHmac } from 'node:crypto'
import type { Instant } from '#platform/clock.ts'
import { isSameSecret } from '#platform/secrets.ts'
import type { WebhookRequest } from '#platform/webhooks/provider.ts'

export const hmacSha256 = (secret: string | Uint8Array, bytes: string | Uint8Array): Buffer =>
  createHmac('sha256', secret).update(bytes).digest()

/** Whether one of the secrets matches. All are tried, so that the time taken does not reveal which. Empty secrets never match. */
export const anySecretMatches = (secrets: readonly string[], matches: (secret: string) => boolean): boolean =>
  secrets
    .filter(secret => secret !== '')
    .map(matches)
    .some(Boolean)

/** Whether `hex` is the HMAC-SHA256 of the bytes with one of the secrets, in hexadecimal digits of either case. */
export function verifyHmacHex(
  hex: string | undefined,
  secrets: readonly string[],
  bytes: Uint8Array,
): boolean {
  if (hex === undefined || !/^[0-9a-f]{64}$/i.test(hex)) return false
  const signature = hex.toLowerCase()
  return anySecretMatches(secrets, secret =>
    isSameSecret(hmacSha256(secret, bytes).toString('hex'), signature),
  )
}

/** The replay window that Stripe and Standard Webhooks recommend, in both directions. */
const TIMESTAMP_TOLERANCE_MS = 5 * 60_000

/** Whether a signed Unix time in whole seconds is within the replay window around `now`. */
export const isRecentTimestamp = (seconds: string, now: Instant): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1000) <= TIMESTAMP_TOLERANCE_MS

const MAX_SIGNATURES = 10

/**
 * Verifies a request by the Standard Webhooks scheme: `v1,` and the base64 of HMAC-SHA256 over id, time and body. The header may hold
 * several signatures, separated by spaces, while the sender rotates its secret.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function verifyStandardWebhook(
  { headers, body }: WebhookRequest,
  secrets: readonly string[],
  now: Instant,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time = '', 'webhook-signature': signature = '' } = headers
  if (!id || !isRecentTimestamp(time, now)) return false
  const bytes = Buffer.concat([Buffer.from(`${id}.${time}.`), body])
  const signatures = signature.split(' ').slice(0, MAX_SIGNATURES)
  return anySecretMatches(secrets, secret => {
    const key = decodeSecret(secret)
    if (key.length === 0) return false
    const expected = `v1,${hmacSha256(key, bytes).toString('base64')}`
    return signatures.map(candidate => isSameSecret(candidate, expected)).some(Boolean)
  })
}

const decodeSecret = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
