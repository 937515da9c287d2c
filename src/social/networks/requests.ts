import type { Clock, Instant } from '#platform/clock.ts'
import { AppError, causesOf, codeOf, messageOf } from '#platform/errors.ts'
import { clip, safeLine } from '#platform/text.ts'
import { NetworkFailure } from '#social/network.ts'

/** Errors that occur before a connection exists. */
const BEFORE_CONNECTING = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Turns the error of a request into a `NetworkFailure` if it proves that the request never arrived; otherwise returns the error itself. */
export function failureOfRequest(error: unknown): unknown {
  for (const link of causesOf(error)) {
    if (link instanceof NetworkFailure) return link
    if (link instanceof AppError && link.code === 'invalid_parameter')
      return new NetworkFailure('rejected', link.message)
    if (BEFORE_CONNECTING.has(codeOf(link))) return new NetworkFailure('unreachable', messageOf(error))
  }
  return error
}

const MESSAGE_LIMIT = 300

/** Quotes the first of the network's texts that has words, as one short line. Text of others is never shown in full. */
export const quoted = (...texts: unknown[]): string =>
  texts
    .map(text => (typeof text === 'string' ? clip(safeLine(text.slice(0, 2_000)), MESSAGE_LIMIT) : ''))
    .find(line => line !== '') ?? 'no reason'

const SOON_MS = 60_000
const LONGEST_MS = 24 * 3_600_000

/** When a rate limit ends: at the given time, but at least a second and at most a day from now; in a minute if the network names none. */
export function limitEnd(clock: Clock, given: Instant | null): Instant {
  const now = clock.now()
  if (given === null || !Number.isFinite(given)) return now + SOON_MS
  return Math.min(Math.max(given, now + 1_000), now + LONGEST_MS)
}

/** The origin of a server that a person named: `mastodon.social`, `@acme@mastodon.social` or an https address. Throws `invalid_parameter`. */
export function instanceOrigin(text: string, isAllowedHost: (url: URL) => boolean): string {
  const named = text.trim().replace(/^@?[^@/\s]+@(?=[^@/]+$)/, '')
  const written = /^https?:\/\//i.test(named) ? named : `https://${named}`
  const url = URL.parse(written)
  const host = written.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  if (
    url === null ||
    url.username !== '' ||
    url.password !== '' ||
    url.pathname !== '/' ||
    /[?#\\\s]/.test(written)
  )
    throw unusable(text, 'it is not the name of a server')
  if (/[^\x20-\x7e]/.test(host))
    throw unusable(
      text,
      `its real name is ${url.host}, and it may only look like another one. Give that name if it is the right one`,
    )
  if (url.protocol === 'http:' && !isAllowedHost(url)) throw unusable(text, 'it has to be reached by https')
  return url.origin
}

const unusable = (text: string, why: string): AppError =>
  new AppError('invalid_parameter', `${quoted(text)} cannot be used as a server: ${why}.`)
