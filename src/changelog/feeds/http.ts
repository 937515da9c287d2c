import type { IncomingHttpHeaders } from 'node:http'
import type { Instant } from '#platform/clock.ts'

/** The validators of a response (RFC 9110, section 8.8). */
interface Validators {
  etag: string
  /** Null while the time of the last change is in the future. */
  lastModified: Instant | null
}

/**
 * Whether the client's copy is current. If both are sent, `If-None-Match` decides and `If-Modified-Since` is ignored (RFC 9110, section
 * 13.2.2). The date must be equal, not just later: after a restored backup or a clock change, a later one may belong to other content.
 */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return matches(tags, etag)
  const since = headers['if-modified-since']
  return since !== undefined && lastModified !== null && parseHttpDate(since) === lastModified
}

/** The full second after the change, which is later than the `Date` of every response sent before the change. */
export const lastModifiedOf = (changedAt: Instant): Instant => (Math.floor(changedAt / 1000) + 1) * 1000

/** Matches a tag against `If-None-Match`, a list or `*`, by weak comparison (RFC 9110, sections 8.8.3.2 and 13.1.2). */
function matches(list: string, etag: string): boolean {
  if (list === etag || list.trim() === '*') return true
  const tags: string[] = list.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []
  return tags.includes(etag)
}

const DATE_FORMATS = [
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

/** Parses the three date formats of RFC 9110, section 5.6.7; null for anything else, which is then ignored. */
export function parseHttpDate(text: string): Instant | null {
  if (!DATE_FORMATS.some(form => form.test(text))) return null
  const instant = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(instant) ? null : instant
}

/** Formats a date as IMF-fixdate (RFC 9110, section 5.6.7). */
export const httpDate = (instant: Instant): string => new Date(instant).toUTCString()

let formatted = { second: Number.NaN, text: '' }

/** Formats the current time as IMF-fixdate, once a second. */
export function currentHttpDate(now: Instant): string {
  const second = Math.floor(now / 1000)
  if (second !== formatted.second) formatted = { second, text: httpDate(now) }
  return formatted.text
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The offered encodings in the server's order of preference, which decides between encodings that the client weights equally. */
const OFFERED: readonly Encoding[] = ['br', 'gzip', 'identity']
const MAX_CACHED_HEADERS = 200

const encodings = new Map<string, Encoding>()

/**
 * Chooses the content encoding by `Accept-Encoding` (RFC 9110, section 12.5.3): `identity` without the header, or if nothing offered is
 * acceptable. Results are cached, since clients send few different headers.
 */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const known = encodings.get(accepted)
  if (known) return known
  const chosen = choose(weightsOf(accepted))
  if (encodings.size >= MAX_CACHED_HEADERS) encodings.clear()
  encodings.set(accepted, chosen)
  return chosen
}

function choose(weights: Map<string, number>): Encoding {
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const best = Math.max(...OFFERED.map(weigh))
  return best === 0 ? 'identity' : (OFFERED.find(encoding => weigh(encoding) === best) ?? 'identity')
}

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map(part => part.trim())
    const weight = parameters.find(parameter => parameter.startsWith('q='))
    // RFC 9110, section 8.4.1.3: `x-gzip` is equivalent to `gzip`.
    weights.set(
      coding === 'x-gzip' ? 'gzip' : coding,
      weight === undefined ? 1 : Number(weight.slice(2)) || 0,
    )
  }
  return weights
}

/** Alternating names and values, as `writeHead` accepts them. */
export type RawHeaders = readonly string[]

export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'

const ANY: RawHeaders = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'ETag']
const PREFLIGHT: RawHeaders = [
  ...['Access-Control-Allow-Methods', ALLOWED_METHODS],
  ...['Access-Control-Allow-Headers', 'If-None-Match, If-Modified-Since'],
  ...['Access-Control-Max-Age', '7200'],
]

/** The CORS headers of a response. `allowed` lists the origins that the owner allows; null: any. */
export function corsHeaders(allowed: readonly string[] | null, origin: string | undefined): RawHeaders {
  if (allowed === null) return ANY
  if (origin === undefined || !allowed.includes(origin)) return []
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', 'ETag']
}

/** The CORS headers of a response to a preflight request. */
export function preflightHeaders(allowed: readonly string[] | null, origin: string | undefined): RawHeaders {
  const cors = corsHeaders(allowed, origin)
  return cors.length === 0 ? [] : [...cors, ...PREFLIGHT]
}

const YEAR_S = 365 * 86_400

/** `Strict-Transport-Security` (RFC 6797), without subdomains; no header when the public address is not https. */
export const transportSecurity = (baseUrl: string): RawHeaders =>
  baseUrl.startsWith('https:') ? ['Strict-Transport-Security', `max-age=${YEAR_S}`] : []
