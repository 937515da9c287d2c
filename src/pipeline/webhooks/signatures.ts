import { createHmac } from 'node:crypto'
import { isSameSecret } from '#platform/secrets.ts'

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
