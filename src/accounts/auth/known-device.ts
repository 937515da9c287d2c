import { createHmac, timingSafeEqual } from 'node:crypto'
import { newSecretText } from '#platform/secrets.ts'

const NAME = 'tidings.device'
const YEAR_S = 365 * 86_400

/**
 * Tells a browser from which somebody has signed in with an address before. Its tries are counted by themselves, so that a stranger
 * who tries passwords for the address does not keep its owner out. It signs nobody in.
 */
export interface KnownDevices {
  /** The device that the request's cookie names, when it is known for this address; else null. */
  find(headers: Headers, email: string): string | null
  /** The cookie that makes a browser known for this address. */
  cookieFor(email: string): string
}

export function createKnownDevices(secret: string, baseUrl: string): KnownDevices {
  const { pathname, protocol } = new URL(baseUrl)
  const isSecure = protocol === 'https:'
  const name = isSecure ? `__Secure-${NAME}` : NAME
  const signed = (device: string, email: string) =>
    createHmac('sha256', secret).update(`known device ${device} ${email}`).digest('base64url')
  return {
    find(headers, email) {
      const [device = '', proof = ''] = cookieIn(headers, name).split('.')
      const [given, expected] = [Buffer.from(proof), Buffer.from(signed(device, email))]
      return given.length === expected.length && timingSafeEqual(given, expected) ? device : null
    },
    cookieFor(email) {
      const device = newSecretText()
      const path = `${pathname.replace(/\/$/, '')}/app`
      const parts = [`${name}=${device}.${signed(device, email)}`, `Max-Age=${YEAR_S}`, `Path=${path}`]
      return [...parts, 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].join('; ')
    },
  }
}

function cookieIn(headers: Headers, name: string): string {
  const pairs = (headers.get('Cookie') ?? '').split(/; */)
  return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}
