import type { IncomingHttpHeaders } from 'node:http'
import type { Instant } from '#platform/clock.ts'

/** What a client can send back to ask whether its copy is current. */
export interface Validators {
  etag: string
  /** Null while that is ahead of the clock. */
  lastModified: Instant | null
}

/**
 * RFC 9110 §13.2.2: the entity tag takes precedence over the date, also when it does not match. A date has to be equal: a later one
 * was not sent as `Last-Modified` of this copy, and after the clock was set back or a backup was restored it may belong to another.
 */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return matches(tags, etag)
  const since = headers['if-modified-since']
  return since !== undefined && lastModified !== null && parseHttpDate(since) === lastModified
}

/** The full second after the change: it differs from the `Date` of every copy that was sent before the change. */
export const lastModifiedOf = (changedAt: Instant): Instant => (Math.floor(changedAt / 1000) + 1) * 1000

/** §8.8.3.2, weak comparison: `W/"a"` is as good as `"a"`. A list, or `*` for whatever there is. */
function matches(list: string, etag: string): boolean {
  if (list === etag || list.trim() === '*') return true
  const tags: string[] = list.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []
  return tags.includes(etag)
}

const FORMS = [
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

/** The three forms of §5.6.7; null for anything else, which is then as good as not sent. */
export function parseHttpDate(text: string): Instant | null {
  if (!FORMS.some(form => form.test(text))) return null
  const instant = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(instant) ? null : instant
}

/** IMF-fixdate, the one form that is sent. */
export const httpDate = (instant: Instant): string => new Date(instant).toUTCString()

let formatted = { second: Number.NaN, text: '' }

/** The same for the present moment, formatted once a second. */
export function currentHttpDate(now: Instant): string {
  const second = Math.floor(now / 1000)
  if (second !== formatted.second) formatted = { second, text: httpDate(now) }
  return formatted.text
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best first; a client's own preference comes before ours. */
const OFFERED: readonly Encoding[] = ['br', 'gzip', 'identity']
const REMEMBERED = 200

const remembered = new Map<string, Encoding>()

/**
 * RFC 9110 §12.5.3. Without the header, and where nothing that we have is acceptable, the answer goes out as it is. Clients send
 * few different headers, so what was decided is remembered.
 */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const known = remembered.get(accepted)
  if (known) return known
  const chosen = choose(weightsOf(accepted))
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(accepted, chosen)
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
    // §8.4.1.3: `x-gzip` is the same as `gzip`.
    weights.set(
      coding === 'x-gzip' ? 'gzip' : coding,
      weight === undefined ? 1 : Number(weight.slice(2)) || 0,
    )
  }
  return weights
}

/** Name and value in turn, as `writeHead` takes them. */
export type RawHeaders = readonly string[]

export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'

const ANY: RawHeaders = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'ETag']
const PREFLIGHT: RawHeaders = [
  ...['Access-Control-Allow-Methods', ALLOWED_METHODS],
  ...['Access-Control-Allow-Headers', 'If-None-Match, If-Modified-Since'],
  ...['Access-Control-Max-Age', '7200'],
]

/** Whose pages may read an answer: any by default; where the owner listed origins, only theirs. */
export function corsHeaders(allowed: readonly string[] | null, origin: string | undefined): RawHeaders {
  if (allowed === null) return ANY
  if (origin === undefined || !allowed.includes(origin)) return []
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', 'ETag']
}

/** The same for the question that a browser asks ahead of a request. */
export function preflightHeaders(allowed: readonly string[] | null, origin: string | undefined): RawHeaders {
  const cors = corsHeaders(allowed, origin)
  return cors.length === 0 ? [] : [...cors, ...PREFLIGHT]
}
