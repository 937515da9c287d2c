import { AppError } from '#platform/errors.ts'

/** One request of a chain of redirects. */
export interface Hop {
  url: URL
  method: string
  headers: Headers
  body: RequestInit['body']
}

/** Headers that may be sent to another origin. Any other header could be a credential (`Private-Token`, `X-Api-Key`, …). */
const CROSS_ORIGIN_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The first request, from the arguments of `fetch`. */
export function firstHop(input: string | URL | Request, init: RequestInit): Hop {
  const request = input instanceof Request ? input : null
  return {
    url: checkedUrl(request?.url ?? String(input)),
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    headers: new Headers(init.headers ?? request?.headers),
    body: init.body ?? request?.body ?? null,
  }
}

/** Follows at most `limit` redirects. Returns the last request with its response. */
export async function follow(
  first: Hop,
  send: (hop: Hop) => Promise<Response>,
  { mode, limit }: { mode: NonNullable<RequestInit['redirect']>; limit: number },
): Promise<{ hop: Hop; response: Response }> {
  for (let hop = first, followed = 0; ; followed++) {
    const response = await send(hop)
    const target = REDIRECTS.has(response.status) ? response.headers.get('location') : null
    if (target === null || mode === 'manual') return { hop, response }
    await response.body?.cancel()
    if (mode === 'error')
      throw new AppError('unavailable', `${hop.url.host} redirects, which is not allowed here.`)
    if (followed === limit) throw new AppError('unavailable', `${first.url.host} redirects too often.`)
    hop = nextHop(hop, response.status, target)
  }
}

/** The request that follows a redirect: WHATWG Fetch, "HTTP-redirect fetch", but stricter about what leaves the origin. */
function nextHop(hop: Hop, status: number, target: string): Hop {
  const url = checkedUrl(target, hop.url)
  const isCrossOrigin = url.origin !== hop.url.origin
  const headers = isCrossOrigin ? crossOriginHeaders(hop.headers) : new Headers(hop.headers)
  if (turnsIntoGet(hop.method, status)) {
    headers.delete('content-type')
    headers.delete('content-length')
    return { url, method: 'GET', headers, body: null }
  }
  if (hop.body !== null && (isCrossOrigin || hop.body instanceof ReadableStream)) {
    throw new AppError(
      'unavailable',
      `${hop.url.host} redirects a request with a body, which is not sent again.`,
    )
  }
  return { ...hop, url, headers }
}

function turnsIntoGet(method: string, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return method === 'POST' && (status === 301 || status === 302)
}

const crossOriginHeaders = (headers: Headers) =>
  new Headers([...headers].filter(([name]) => CROSS_ORIGIN_HEADERS.has(name)))

/** The messages never repeat the address, since it may contain a password or a token. */
function checkedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw new AppError('invalid_parameter', 'The address is not a URL.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AppError('invalid_parameter', 'Only http and https addresses are fetched.')
  }
  if (url.username || url.password) {
    throw new AppError('invalid_parameter', `The address on ${url.host} carries a user name or password.`)
  }
  return url
}
