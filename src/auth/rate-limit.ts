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
const SHARED = ' shared'

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
  /** The times of the allowed requests of each key, oldest first. */
  const requests = new Map<string, Instant[]>()
  let sweptAt: Instant = 0
  // `abs`, so that a clock that jumps back does not block keys for as long as it jumped.
  const isPast = (at: Instant, now: Instant) => Math.abs(now - at) >= windowMs
  const timesOf = (key: string, now: Instant) => {
    if (isPast(sweptAt, now)) {
      for (const [other, times] of requests) if (isPast(times.at(-1) ?? 0, now)) requests.delete(other)
      sweptAt = now
    }
    const own = requests.has(key) || requests.size < MOST_KEYS ? key : SHARED
    const times = requests.get(own) ?? []
    requests.set(own, times)
    return times
  }
  return {
    limit,
    windowMs,
    take(key, now) {
      const times = timesOf(key, now)
      while (times[0] !== undefined && isPast(times[0], now)) times.shift()
      const allowed = times.length < limit
      if (allowed) times.push(now)
      const [oldest = now] = times
      return {
        allowed,
        remaining: limit - times.length,
        resetSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1_000)),
      }
    },
  }
}
