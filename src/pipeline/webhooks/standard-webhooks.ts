import type { Instant } from '#platform/clock.ts'
import { isSameSecret } from '#platform/secrets.ts'
import type { WebhookRequest } from './provider.ts'
import { anySecretMatches, hmacSha256 } from './signatures.ts'
import { isRecentTimestamp } from './signed-time.ts'

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
