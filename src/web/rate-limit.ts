import type { Allowance, RateLimit } from '#access/rate-limit.ts'
import { Refusal } from './refusal.ts'

/** What every answer says of the limit and of what is left (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = (
  { perMinute }: RateLimit,
  { remaining, resetSeconds }: Allowance,
): Record<string, string> => ({
  'RateLimit-Policy': `"token";q=${perMinute};w=60`,
  RateLimit: `"token";r=${remaining};t=${resetSeconds}`,
})

/** `who` is whose requests are counted. */
export const tooMany = ({ perMinute }: RateLimit, { resetSeconds }: Allowance, who = 'One token'): Refusal =>
  new Refusal('rate_limited', `${who} may make ${perMinute} requests a minute. Wait ${resetSeconds} s.`, {
    'Retry-After': String(resetSeconds),
  })
