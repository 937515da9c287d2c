import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Instant, MINUTE_MS } from '#platform/clock.ts'

/**
 * Key under which the requests of one client are counted: an IPv4 address, or the /64 network of an IPv6 address, because whoever has
 * one address of such a network usually has all of them.
 */
export function clientKey(address: string): string {
  if (isIP(address) !== 6) return address
  const client = ipaddr.process(address)
  if (client instanceof ipaddr.IPv4) return client.toString()
  const network = client.parts.slice(0, 4).map(group => group.toString(16))
  return `${network.join(':')}::/64`
}

/** Keys with their own count in one window. All further keys share one count. */
const MOST_KEYS = 50_000
const COMPACT_AT = 1_000

/** Result of a request against the limit. */
export interface RateLimitResult {
  allowed: boolean
  /** Requests left. */
  remaining: number
  /** Seconds until one more request is allowed. */
  resetSeconds: number
}

/** Limits requests by key. */
export interface RateLimiter {
  readonly limit: number
  readonly windowMs: number
  take(key: string, now: Instant): RateLimitResult
}

/**
 * Allows at most `limit` requests in any window of `windowMs` (a sliding window log). Refused requests do not count. The counts are
 * kept in this process only; `attempt-limits.ts` counts across processes.
 */
export function createRateLimiter(limit: number, windowMs = MINUTE_MS): RateLimiter {
  const spans = new RecentSpans(windowMs)
  return {
    limit,
    windowMs,
    take(key, now) {
      const span = spans.of(key, now)
      forgetPast(span, now, windowMs)
      const allowed = span.times.length - span.head < limit
      if (allowed) span.times.push(now)
      const oldest = span.times[span.head] ?? now
      return {
        allowed,
        remaining: limit - (span.times.length - span.head),
        resetSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1_000)),
      }
    },
  }
}

/** Times of allowed requests, oldest first. Those before `head` have expired. */
interface Span {
  times: Instant[]
  head: number
}

/** The spans of keys that were used in this window or the previous one. Unused keys are dropped. */
class RecentSpans {
  #present = new Map<string, Span>()
  #before = new Map<string, Span>()
  #since: Instant = 0
  readonly #windowMs: number

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  of(key: string, now: Instant): Span {
    if (isPast(this.#since, now, this.#windowMs)) this.#turn(now)
    const known = this.#present.get(key)
    if (known) return known
    const own = this.#before.has(key) || this.#present.size < MOST_KEYS ? key : SHARED
    const span = this.#before.get(own) ?? this.#present.get(own) ?? { times: [], head: 0 }
    this.#before.delete(own)
    this.#present.set(own, span)
    return span
  }

  #turn(now: Instant): void {
    this.#before = this.#present
    this.#present = new Map()
    this.#since = now
  }
}

const SHARED = ' shared'

/** `abs`, so that a clock that jumps back does not block keys for as long as it jumped. */
const isPast = (at: Instant, now: Instant, windowMs: number): boolean => Math.abs(now - at) >= windowMs

function forgetPast(span: Span, now: Instant, windowMs: number): void {
  while (span.head < span.times.length && isPast(span.times[span.head] ?? 0, now, windowMs)) span.head++
  if (span.head > COMPACT_AT && span.head > span.times.length / 2) {
    span.times.splice(0, span.head)
    span.head = 0
  }
}
