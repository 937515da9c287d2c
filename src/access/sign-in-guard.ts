import { emailFrom } from '#accounts/people.ts'
import { hashOfSecret } from '#kit/secrets.ts'
import type { KnownDevices } from './known-device.ts'
import { giveBackTry, type Patience, type TriesMeans, takeTry } from './tries.ts'

const MINUTE_MS = 60_000

/** For one address from all unknown browsers together, and for each browser that is known for it. */
const PASSWORDS: Patience = { tries: 15, regainMs: MINUTE_MS }
/** Each link holds longer than it takes until the next may be asked for: whoever is flooded with them can use one. */
const LINKS: Patience = { tries: 5, regainMs: 2 * MINUTE_MS }

/** What is sent to a way in, and what answers it. */
export interface Entering {
  path: string
  body: string | null
  headers: Headers
  answer(): Promise<Response>
}

/**
 * Bounds how often anybody tries to come in with one address, from wherever; the library bounds it for each client. A stranger who
 * tries passwords keeps out only those who come from a browser that nobody has signed in from, and these have the link by mail.
 */
export function guardEntering(means: TriesMeans, devices: KnownDevices) {
  return async ({ path, body, headers, answer }: Entering): Promise<Response> => {
    const email = emailIn(body)
    if (email === null) return answer()
    if (path === '/sign-in/magic-link') await takeTry(means, `link ${hashOfSecret(email)}`, LINKS)
    if (path !== '/sign-in/email') return answer()
    const device = devices.find(headers, email)
    const key = device === null ? `password ${hashOfSecret(email)}` : `device ${hashOfSecret(device)}`
    await takeTry(means, key, PASSWORDS)
    const response = await answer()
    if (response.status !== 401) await giveBackTry(means, key, PASSWORDS)
    return response.ok && device === null ? withCookie(response, devices.cookieFor(email)) : response
  }
}

/** Null where there is none; the library says what is wrong with it. */
function emailIn(body: string | null): string | null {
  try {
    const { email } = JSON.parse(body ?? 'null')
    return typeof email === 'string' ? emailFrom(email) : null
  } catch {
    return null
  }
}

function withCookie(response: Response, cookie: string): Response {
  const copy = new Response(response.body, response)
  copy.headers.append('Set-Cookie', cookie)
  return copy
}
