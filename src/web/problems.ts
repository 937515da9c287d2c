import type { RateLimiter, RateLimitResult } from '#auth/rate-limit.ts'
import { AppError, type ErrorCode, type InvalidParameter } from '#platform/errors.ts'

/** A problem document (RFC 9457). */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  parameters?: readonly InvalidParameter[]
  /** The current state, for a client that tried to change an older one (a conflict). */
  current?: unknown
}

/** The HTTP status and title of each error code. `wrong_usage` occurs only at the command line. */
const PROBLEMS: Record<Exclude<ErrorCode, 'wrong_usage'>, { status: number; title: string }> = {
  invalid_parameter: { status: 400, title: 'Invalid parameter' },
  unauthorized: { status: 401, title: 'Not signed in' },
  insufficient_scope: { status: 403, title: 'Not permitted' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  too_large: { status: 413, title: 'Too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  unavailable: { status: 503, title: 'Unavailable' },
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** The problem document for anything that was thrown. A defect gets a generic one; its details are only in the log. */
export function problemFor(baseUrl: string, thrown: unknown, status?: number): Problem {
  if (!(thrown instanceof AppError) || thrown.code === 'wrong_usage') return DEFECT
  const meaning = PROBLEMS[thrown.code]
  return {
    type: `${baseUrl}/docs/problems#${thrown.code}`,
    title: meaning.title,
    status: status ?? meaning.status,
    detail: thrown.publicMessage,
    ...(thrown.parameters.length > 0 && { parameters: thrown.parameters }),
    ...(isRecord(thrown.current) && { current: withoutKey(thrown.current) }),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Removes the internal key of an account, which responses never contain. */
const withoutKey = ({ accountId: _, ...rest }: Record<string, unknown>) => rest

/** The problem document of a defect. It promises nothing: a request that failed may have changed something. */
export const DEFECT: Problem = {
  type: 'about:blank',
  title: 'Internal server error',
  status: 500,
  detail:
    'Something went wrong on our side, and it was logged. Nothing saved earlier is lost. Try again; after a change, check first whether it was saved.',
}

/** An error whose response needs headers, such as `WWW-Authenticate` or `Retry-After`. */
export class HttpError extends AppError {
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, headers: Record<string, string>) {
    super(code, message)
    this.headers = headers
  }
}

/** The headers with the limit and what remains of it (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = (
  { limit }: RateLimiter,
  { remaining, resetSeconds }: RateLimitResult,
): Record<string, string> => ({
  'RateLimit-Policy': `"token";q=${limit};w=60`,
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
