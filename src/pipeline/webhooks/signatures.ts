import { createHmac } from 'node:crypto'
import { isSameSecret } from '#platform/secrets.ts'

/** HMAC-SHA256 over the bytes. */
export const sealOf = (secret: string | Uint8Array, bytes: string | Uint8Array): Buffer =>
  createHmac('sha256', secret).update(bytes).digest()

/** Whether one of the secrets passes. Every one is tried, so that the time does not tell which; an empty one proves nothing. */
export const anyProves = (secrets: readonly string[], isProof: (secret: string) => boolean): boolean =>
  secrets
    .filter(secret => secret !== '')
    .map(isProof)
    .some(Boolean)

/** Whether one of the secrets seals the bytes so, the seal written in hexadecimal digits. */
export function isSealed(hex: string | undefined, secrets: readonly string[], bytes: Uint8Array): boolean {
  if (hex === undefined || !/^[0-9a-f]{64}$/i.test(hex)) return false
  const seal = hex.toLowerCase()
  return anyProves(secrets, secret => isSameSecret(sealOf(secret, bytes).toString('hex'), seal))
}
