import { createHmac, timingSafeEqual } from 'node:crypto'
import { emailFrom } from '#accounts/people.ts'
import { type Instant, MINUTE_MS } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { hashOfSecret, newSecretText } from '#platform/secrets.ts'
import { type AttemptLimit, refundAttempt, TOO_MANY_ATTEMPTS, takeAttempt } from './attempt-limits.ts'
import { ownCookie } from './cookies.ts'
import { clientKey, RateLimiter } from './rate-limit.ts'
import type { SignInContext } from './sign-in-context.ts'
import { CLIENT_HEADER } from './sign-in-links.ts'

/** What counts as an attempt for an email address, and how many are allowed. */
interface Rule {
  name: string
  /** For a client address, whatever email addresses it tries. */
  ofClient: AttemptLimit
  limit: AttemptLimit
  /** True when the response means that the attempt counts. */
  counts(response: Response): boolean
  refusal: string
}

/** Limits for one email address from all unknown browsers together, and for each known browser. */
const RULES: Record<string, Rule> = {
  '/sign-in/email': {
    name: 'password',
    ofClient: { attempts: 10, refillMs: MINUTE_MS / 10 },
    limit: { attempts: 15, refillMs: MINUTE_MS },
    counts: ({ status }) => status === 401,
    refusal: TOO_MANY_ATTEMPTS,
  },
  // Links stay valid longer than the refill time, so that somebody who is flooded with them can still use one.
  '/sign-in/magic-link': {
    name: 'link',
    ofClient: { attempts: 5, refillMs: 2 * MINUTE_MS },
    limit: { attempts: 5, refillMs: 2 * MINUTE_MS },
    counts: ({ ok }) => ok,
    refusal: 'Too many links were requested. Use the newest one in your email, or wait a few minutes.',
  },
}

/** A request to sign in, and the function that answers it. */
interface SignInAttempt {
  path: string
  body: string | null
  headers: Headers
  answer(): Promise<Response>
}

/**
 * Limits sign-in attempts by client address, and then by email address. Somebody who guesses passwords for an address cannot lock out
 * its owner: browsers that signed in before have their own limits, and others can use a link by mail.
 */
export function limitSignIn(context: SignInContext, devices: KnownDevices) {
  const takeFromClient = clientLimits(context)
  return async ({ path, body, headers, answer }: SignInAttempt): Promise<Response> => {
    const rule = RULES[path]
    const email = rule ? emailIn(body) : null
    const device = email === null ? null : devices.find(headers, email)
    if (device === null) await takeFromClient(path, headers)
    if (!rule || email === null) return answer()
    const key = device === null ? bucketOf(context.secret, email) : `device ${hashOfSecret(device.id)}`
    return counted(context, `${rule.name} ${key}`, rule, answer)
  }
}

/** Takes an attempt, and refunds it if the response does not count. */
async function counted(
  context: SignInContext,
  key: string,
  { limit, counts, refusal }: Rule,
  answer: () => Promise<Response>,
): Promise<Response> {
  await takeAttempt(context.db, context, key, limit, refusal)
  let counted = false
  try {
    const response = await answer()
    counted = counts(response)
    return response
  } finally {
    if (!counted) await refundAttempt(context.db, key, limit)
  }
}

/**
 * Limits for one client address: a generous one in this process, which keeps floods from the database, and those of the rules, which all
 * processes share. Known browsers are exempt.
 */
function clientLimits(context: SignInContext) {
  const other = new RateLimiter(60)
  const limits: Record<string, RateLimiter> = {
    '/sign-in/social': new RateLimiter(20),
    '/sign-in/oidc': new RateLimiter(20),
  }
  return async (path: string, headers: Headers): Promise<void> => {
    const client = clientKey(headers.get(CLIENT_HEADER) ?? '')
    const { allowed } = (limits[path] ?? other).take(client, context.clock.now())
    if (!allowed) throw new AppError('rate_limited', TOO_MANY_ATTEMPTS)
    const rule = RULES[path]
    if (rule)
      await takeAttempt(
        context.db,
        context,
        `${rule.name} client ${bucketOf(context.secret, client)}`,
        rule.ofClient,
      )
  }
}

/**
 * Key of an email or client address. Addresses share 65,536 keys, so that made-up addresses create a bounded number of rows. The HMAC
 * keeps outsiders from finding addresses that share a key.
 */
const bucketOf = (secret: string, address: string): string =>
  createHmac('sha256', secret).update(`sign-in bucket ${address}`).digest('hex').slice(0, 4)

/** The email address in the body; null when there is none. The library reports what is wrong with it. */
function emailIn(body: string | null): string | null {
  try {
    const { email } = JSON.parse(body ?? 'null')
    return typeof email === 'string' ? emailFrom(email) : null
  } catch {
    return null
  }
}

const YEAR_S = 365 * 86_400

/**
 * Recognizes browsers that have signed in with an address before, by a signed cookie. Their attempts are counted separately, so that
 * guesses by others do not lock out the owner. The cookie does not sign anybody in.
 */
export interface KnownDevices {
  /** The device in the request's cookie if it is valid for this address; else null. */
  find(headers: Headers, email: string): KnownDevice | null
  /** A `Set-Cookie` value that makes the browser known for this address. */
  cookieFor(email: string): string
}

interface KnownDevice {
  id: string
  /** When it became known; 0 for one of an earlier version. */
  since: Instant
}

export function createKnownDevices({
  secret,
  baseUrl,
  clock,
}: Pick<SignInContext, 'secret' | 'baseUrl' | 'clock'>): KnownDevices {
  const cookie = ownCookie(baseUrl, 'tidings.device', '/app')
  const signed = (device: string, email: string) =>
    createHmac('sha256', secret).update(`known device ${device} ${email}`).digest('base64url')
  return {
    find(headers, email) {
      const value = cookie.find(headers)
      const end = value.lastIndexOf('.')
      const id = value.slice(0, Math.max(0, end))
      const [given, expected] = [Buffer.from(value.slice(end + 1)), Buffer.from(signed(id, email))]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return { id, since: Number(id.split('.')[1] ?? 0) }
    },
    cookieFor(email) {
      const device = `${newSecretText()}.${clock.now()}`
      return cookie.set(`${device}.${signed(device, email)}`, YEAR_S)
    },
  }
}
