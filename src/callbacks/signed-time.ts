import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '#kit/clock.ts'

/** Both ways: a clock may be ahead as well as behind. Stripe and Standard Webhooks ask for the same five minutes. */
const REPLAY_WINDOW_S = 300

/** A time as it was signed, in whole seconds; null where it is none, or too far from now for a delivery that is new. */
export function freshTime(text: string | undefined, now: Instant): string | null {
  if (text === undefined || !/^\d{1,11}$/.test(text)) return null
  return Math.abs(Math.floor(now / 1000) - Number(text)) <= REPLAY_WINDOW_S ? text : null
}

/**
 * Whether one of the signatures that came is HMAC-SHA-256 over a text and the body's own bytes. These are never decoded: two bodies
 * that read alike are not the same. It takes a time that tells nothing about the right one; an empty key proves nothing.
 */
export function isSigned(
  key: string | Uint8Array,
  text: string,
  body: Uint8Array,
  came: readonly Buffer[],
): boolean {
  const right = createHmac('sha256', key).update(text).update(body).digest()
  const matches = came.map(one => one.length === right.length && timingSafeEqual(one, right))
  return key.length > 0 && matches.includes(true)
}
