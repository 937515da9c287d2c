import type { RateLimiter, RateLimitResult } from '#auth/rate-limit.ts'
import { HttpError } from './problems.ts'

/** The headers with the limit and what remains of it (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = (
  { limit, windowMs }: RateLimiter,
  { remaining, resetSeconds }: RateLimitResult,
): Record<string, string> => ({
  'RateLimit-Policy': `"token";q=${limit};w=${windowMs / 1_000}`,
  RateLimit: `"token";r=${remaining};t=${resetSeconds}`,
})

/** The error for a request beyond the limit. `who` names whose requests are counted. */
export const tooManyRequests = (
  { limit }: RateLimiter,
  { resetSeconds }: RateLimitResult,
  who = 'One token',
): HttpError =>
  new HttpError('rate_limited', `${who} may make ${limit} requests a minute. Wait ${resetSeconds} s.`, {
    'Retry-After': String(resetSeconds),
  })
