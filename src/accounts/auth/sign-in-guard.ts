import { createHmac } from 'node:crypto'
import { emailFrom } from '#accounts/people.ts'
import { AppError } from '#platform/errors.ts'
import { hashOfSecret } from '#platform/secrets.ts'
import {
  type AttemptContext,
  type AttemptLimit,
  refundAttempt,
  TOO_MANY_ATTEMPTS,
  takeAttempt,
} from './attempts.ts'
import { CLIENT_HEADER } from './auth-path.ts'
import { clientKey } from './client-network.ts'
import type { KnownDevices } from './known-device.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'

const MINUTE_MS = 60_000

/** What counts as a try for an e-mail address, and how many there may be. */
interface Rule {
  name: string
  patience: AttemptLimit
  /** True for an answer to a try that is to be counted. */
  counts(response: Response): boolean
  refusal: string
}

/** For one e-mail address from all unknown browsers together, and for each browser that is known for it. */
const RULES: Record<string, Rule> = {
  '/sign-in/email': {
    name: 'password',
    patience: { attempts: 15, refillMs: MINUTE_MS },
    counts: ({ status }) => status === 401,
    refusal: TOO_MANY_ATTEMPTS,
  },
  // Each link is valid longer than it takes until the next may be asked for: whoever is flooded with them can use one.
  '/sign-in/magic-link': {
    name: 'link',
    patience: { attempts: 5, refillMs: 2 * MINUTE_MS },
    counts: ({ ok }) => ok,
    refusal: 'Too many links were asked for. Use the newest one in your mail, or wait a few minutes.',
  },
}

/** What is sent to a way in, and what answers it. */
export interface SignInAttempt {
  path: string
  body: string | null
  headers: Headers
  answer(): Promise<Response>
}

export interface SignInLimitOptions extends AttemptContext {
  secret: string
}

/**
 * Bounds how often anybody tries to come in: each client address first, then each e-mail address from wherever. A stranger who
 * tries passwords keeps out only those who come from a browser that nobody has signed in from, and these have the link by mail.
 */
export function limitSignIn(means: SignInLimitOptions, devices: KnownDevices) {
  const takeFromClient = clientLimits(means)
  return async ({ path, body, headers, answer }: SignInAttempt): Promise<Response> => {
    const rule = RULES[path]
    const email = rule ? emailIn(body) : null
    const device = email === null ? null : devices.find(headers, email)
    if (device === null) takeFromClient(path, headers)
    if (!rule || email === null) return answer()
    const key = device === null ? bucketOf(means.secret, email) : `device ${hashOfSecret(device)}`
    const response = await counted(means, `${rule.name} ${key}`, rule, answer)
    const isNewDevice = path === '/sign-in/email' && response.ok && device === null
    return isNewDevice ? withCookie(response, devices.cookieFor(email)) : response
  }
}

/** The try is taken before it is known how it ends, and given back if it was none. */
async function counted(
  means: AttemptContext,
  key: string,
  { patience, counts, refusal }: Rule,
  answer: () => Promise<Response>,
): Promise<Response> {
  await takeAttempt(means, key, patience, refusal)
  let counted = false
  try {
    const response = await answer()
    counted = counts(response)
    return response
  } finally {
    if (!counted) await refundAttempt(means, key, patience)
  }
}

/** For one client address, in this process. A browser that is known has its own counts instead. */
function clientLimits({ clock }: Pick<AttemptContext, 'clock'>) {
  const other = createRateLimiter(60)
  const limits: Record<string, RateLimiter> = {
    '/sign-in/email': createRateLimiter(10),
    '/sign-in/magic-link': createRateLimiter(5, 10 * MINUTE_MS),
    '/sign-in/social': createRateLimiter(20),
  }
  return (path: string, headers: Headers): void => {
    const client = clientKey(headers.get(CLIENT_HEADER) ?? '')
    const { allowed } = (limits[path] ?? other).take(client, clock.now())
    if (!allowed) throw new AppError('rate_limited', TOO_MANY_ATTEMPTS)
  }
}

/**
 * Of all e-mail addresses some share a count, so that strangers who make up addresses write a bounded number of rows. Which ones
 * share it only this server can tell.
 */
const bucketOf = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`sign-in bucket ${email}`).digest('hex').slice(0, 4)

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
