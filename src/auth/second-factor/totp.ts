import { Secret, TOTP } from 'otpauth'
import type { Instant } from '#platform/clock.ts'

/** A code of the step before or after counts too, for clocks that differ and people who type slowly. */
const WINDOW = 1

/** The parameters that all authenticator apps understand; some ignore any other choice. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 }

/** A new key for an authenticator app, in Base32: 160 bits (RFC 4226 §4). */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const totpWith = (secret: string, label = '') =>
  new TOTP({ ...PARAMETERS, issuer: 'Tidings', label, secret: Secret.fromBase32(secret) })

/** The address that an authenticator app reads from a QR code. */
export const totpAddress = (secret: string, email: string): string => totpWith(secret, email).toString()

/** Whether the text has the form of a code. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text)

/** The time step that the code belongs to (RFC 6238, section 4.2); null if it belongs to none of the current ones. */
export function stepOf(secret: string, code: string, now: Instant): number | null {
  if (!isTotpCode(code)) return null
  const totp = totpWith(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}
