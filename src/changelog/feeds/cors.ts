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
