import type { Instant } from '#kit/clock.ts'

const WINDOW_MS = 60_000
/** How many keys are kept before those that fell silent are forgotten. */
const SWEEP_AT = 10_000
const COMPACT_AT = 1_000

/** What a key may still do. */
export interface Allowance {
  allowed: boolean
  /** Requests that are left now. */
  remaining: number
  /** Seconds until there is one more than now. */
  resetSeconds: number
}

/** Counts requests by key. */
export interface RateLimit {
  readonly perMinute: number
  take(key: string, now: Instant): Allowance
}

/**
 * At most so many requests in any sixty seconds, not in each calendar minute: then twice as many could come within a moment. What
 * is refused does not count. It counts in this process alone.
 */
export function createRateLimit(perMinute: number): RateLimit {
  const spans = new Map<string, Span>()
  return {
    perMinute,
    take(key, now) {
      const span = spans.get(key) ?? begin(spans, key, now)
      forgetPast(span, now)
      const allowed = span.times.length - span.head < perMinute
      if (allowed) span.times.push(now)
      const oldest = span.times[span.head] ?? now
      return {
        allowed,
        remaining: perMinute - (span.times.length - span.head),
        resetSeconds: Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1_000)),
      }
    },
  }
}

/** When requests were taken, oldest first; those before `head` no longer count. */
interface Span {
  times: Instant[]
  head: number
}

function begin(spans: Map<string, Span>, key: string, now: Instant): Span {
  if (spans.size >= SWEEP_AT) forgetSilent(spans, now)
  const span = { times: [], head: 0 }
  spans.set(key, span)
  return span
}

/** A clock that jumped back must not lock anybody out for as long as it jumped. */
const isPast = (at: Instant, now: Instant): boolean => Math.abs(now - at) >= WINDOW_MS

function forgetPast(span: Span, now: Instant): void {
  while (span.head < span.times.length && isPast(span.times[span.head] ?? 0, now)) span.head++
  if (span.head > COMPACT_AT && span.head > span.times.length / 2) {
    span.times.splice(0, span.head)
    span.head = 0
  }
}

function forgetSilent(spans: Map<string, Span>, now: Instant): void {
  for (const [key, { times }] of spans) if (isPast(times.at(-1) ?? 0, now)) spans.delete(key)
}
