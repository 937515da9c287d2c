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

/** Keys with their own count in one minute. All further keys share one count. */
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

/**
 * Allows at most `limit` requests of a key in any minute (a sliding window log). Refused requests do not count. The counts are
 * kept in this process only; `attempt-limits.ts` counts across processes.
 */
export class RateLimiter {
  readonly limit: number
  /** The times of the allowed requests of each key, oldest first. */
  readonly #requests = new Map<string, Instant[]>()
  #sweptAt: Instant = 0

  constructor(limit: number) {
    this.limit = limit
  }

  take(key: string, now: Instant): RateLimitResult {
    const times = this.#timesOf(key, now)
    while (times[0] !== undefined && isPast(times[0], now)) times.shift()
    const allowed = times.length < this.limit
    if (allowed) times.push(now)
    const [oldest = now] = times
    return {
      allowed,
      remaining: this.limit - times.length,
      resetSeconds: Math.max(1, Math.ceil((oldest + MINUTE_MS - now) / 1_000)),
    }
  }

  #timesOf(key: string, now: Instant): Instant[] {
    if (isPast(this.#sweptAt, now)) {
      for (const [other, times] of this.#requests)
        if (isPast(times.at(-1) ?? 0, now)) this.#requests.delete(other)
      this.#sweptAt = now
    }
    const own = this.#requests.has(key) || this.#requests.size < MOST_KEYS ? key : SHARED
    const times = this.#requests.get(own) ?? []
    this.#requests.set(own, times)
    return times
  }
}

/** `abs`, so that a clock that jumps back does not block keys for as long as it jumped. */
const isPast = (at: Instant, now: Instant): boolean => Math.abs(now - at) >= MINUTE_MS
