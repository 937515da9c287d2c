import type { Instant } from '#platform/clock.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'

/** The error code of each reason, and a message that follows the host's name. */
const REASONS = {
  busy: ['rate_limited', 'has reached its rate limit for our requests'],
  unauthorized: ['unavailable', 'refused the token or the installation'],
  suspended: ['unavailable', 'has suspended the installation of the app'],
  gone: ['not_found', 'does not have what was asked for, or no longer shows it to us'],
  temporary: ['unavailable', 'did not give a usable answer'],
} as const satisfies Record<string, readonly [ErrorCode, string]>

type HostFailureReason = keyof typeof REASONS

/**
 * Thrown if a code host did not do what was asked. `busy` and `temporary` end by themselves; `unauthorized` requires a person to reconnect;
 * `suspended` requires somebody on the host to unsuspend the installation; `gone` is final.
 */
export class HostFailure extends AppError {
  readonly reason: HostFailureReason
  /** The HTTP status; null when there was no response. */
  readonly status: number | null

  constructor(
    reason: HostFailureReason,
    host: string,
    more: { detail?: string; status?: number; cause?: unknown } = {},
  ) {
    const [code, words] = REASONS[reason]
    super(code, `${host} ${words}${more.detail ? ` (${more.detail})` : ''}.`, { cause: more.cause })
    this.name = 'HostFailure'
    this.reason = reason
    this.status = more.status ?? null
  }
}

/** Thrown if the host's rate limit is reached. Requests before `until` will fail as well. */
export class HostBusy extends HostFailure {
  readonly until: Instant

  constructor(host: string, until: Instant) {
    super('busy', host)
    this.name = 'HostBusy'
    this.until = until
  }
}

/** The parts of an error response that decide the reason. */
export interface ErrorResponse {
  status: number
  header(name: string): string | null
  /** The host's message, used only to tell a rate limit from a refusal. Never shown. */
  message: string
}

const DEFAULT_WAIT_MS = 60_000
const MAX_WAIT_MS = 86_400_000

/** The failure for an error response. */
export function hostFailureFor(host: string, response: ErrorResponse, now: Instant): HostFailure {
  const { status } = response
  const wait = retryAfterOf(response, now)
  const isLimit = status === 429 || ((status === 403 || status === 503) && wait !== null)
  if (isLimit || (status === 403 && /\b(?:rate limit|abuse)/i.test(response.message))) {
    return new HostBusy(host, now + Math.min(Math.max(wait ?? DEFAULT_WAIT_MS, 1_000), MAX_WAIT_MS))
  }
  const facts = { detail: `status ${status}`, status }
  if (status === 403 && /\binstallation has been suspended\b/i.test(response.message))
    return new HostFailure('suspended', host)
  if (status === 401 || status === 403) return new HostFailure('unauthorized', host, facts)
  if (status === 404 || status === 410 || status === 451) return new HostFailure('gone', host, facts)
  return new HostFailure('temporary', host, facts)
}

/**
 * The wait that the response asks for, in milliseconds; null if it names none. Times are read relative to the
 * host's own `date`, since its clock may differ from ours.
 */
function retryAfterOf({ header }: ErrorResponse, now: Instant): number | null {
  const there = dateOf(header('date')) ?? now
  const after = header('retry-after')
  if (after !== null) return /^\d+$/.test(after) ? Number(after) * 1000 : waitUntil(dateOf(after), there)
  if ((header('x-ratelimit-remaining') ?? header('ratelimit-remaining')) !== '0') return null
  const reset = Number(header('x-ratelimit-reset') ?? header('ratelimit-reset') ?? Number.NaN)
  return Number.isFinite(reset) ? waitUntil(reset * 1000, there) : null
}

const waitUntil = (moment: Instant | null, there: Instant) =>
  moment === null ? null : Math.max(0, moment - there)

function dateOf(text: string | null): Instant | null {
  const moment = Date.parse(text ?? '')
  return Number.isNaN(moment) ? null : moment
}
