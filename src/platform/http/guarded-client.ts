import { lookup as systemLookup } from 'node:dns/promises'
import type { Agent } from 'undici'
import { memoizeOnce } from '#platform/cache.ts'
import { AppError, causesOf, codeOf } from '#platform/errors.ts'
import { waitOn } from '#platform/waiting.ts'
import { parseAllowedHosts } from './address.ts'
import type { Lookup } from './agent.ts'

export interface OutboundOptions {
  /** Hosts that the operator configured, as `host` (ports 80 and 443) or `host:port`. Only these may be private or on other ports. */
  allow: readonly string[]
  /** The limit of a whole request, from its start to the last byte of the body, redirects included. */
  timeoutMs: number
  /** The limit of connecting, of waiting for the headers, and of each pause within the body. */
  idleMs: number
  /** The limit of a body, uncompressed. */
  maxBytes: number
  maxRedirects?: number
  /** The system's resolver by default. */
  lookup?: Lookup
}

/** A client for outbound requests. */
interface Outbound {
  /**
   * A `fetch` that can be passed to SDKs. It reaches http and https on the public internet and the allowed hosts only, uses no proxy
   * from the environment, keeps no cookies, and drops credentials when a redirect leaves the origin. Throws `AppError`:
   * `invalid_parameter` for a refused address, `too_large`, and `unavailable` for what may succeed later. When the caller aborts,
   * it throws the reason of the caller.
   */
  fetch: typeof globalThis.fetch
  close(): Promise<void>
}

export function openOutbound(options: OutboundOptions): Outbound {
  const { allow, idleMs, maxBytes, lookup = name => systemLookup(name, { all: true }) } = options
  const isAllowed = parseAllowedHosts(allow)
  let opened: Agent | undefined
  // undici is loaded by the first request, since most clients are never used.
  const agent = memoizeOnce(async () => {
    const { guardedAgent } = await import('./agent.ts')
    opened = guardedAgent({ isAllowed, lookup, idleMs })
    return opened
  })
  return {
    async fetch(input, init = {}) {
      const first = firstHop(input, init)
      const caller = init.signal ?? (input instanceof Request ? input.signal : null)
      const signal = AbortSignal.any([
        deadline(first.url.host, options.timeoutMs),
        ...(caller ? [caller] : []),
      ])
      const explain = (host: string) => (error: unknown) => {
        throw caller?.aborted ? error : outboundFailureOf(host, error)
      }
      const dispatcher = await agent()
      const send = (hop: Hop) => waitOn(() => sendOne(hop, signal, dispatcher)).catch(explain(hop.url.host))
      const mode = init.redirect ?? (input instanceof Request ? input.redirect : 'follow')
      const limits = { mode, limit: options.maxRedirects ?? 5 }
      const { hop, response } = await follow(first, send, limits)
      const bodyLimits = {
        url: hop.url,
        redirected: hop !== first,
        maxBytes,
        signal,
        explain: explain(hop.url.host),
      }
      return withLimitedBody(response, bodyLimits)
    },
    close: async () => opened?.close(),
  }
}

/** Redirects are ours to follow: `fetch` itself would keep unknown credentials and not say where it went. */
async function sendOne({ url, method, headers, body }: Hop, signal: AbortSignal, dispatcher: Agent) {
  const send = { method, headers, body, signal, redirect: 'manual', duplex: 'half' } as const
  const { fetchWith } = await import('./agent.ts')
  return fetchWith(dispatcher, url, send)
}

function deadline(host: string, timeoutMs: number): AbortSignal {
  const controller = new AbortController()
  const late = new AppError('unavailable', `${host} takes longer than ${timeoutMs / 1000} seconds.`)
  setTimeout(() => controller.abort(late), timeoutMs).unref()
  return controller.signal
}

interface ResponseLimits {
  url: URL
  redirected: boolean
  /** The limit of the uncompressed body, against compression bombs. */
  maxBytes: number
  signal: AbortSignal
  /** Throws the error of reading as an `AppError`. */
  explain: (error: unknown) => never
}

/** Limits the body of a response. */
function withLimitedBody(response: Response, bodyLimits: ResponseLimits): Response {
  const { status, statusText, headers } = response
  const body = response.body && limitedBody(response.body, bodyLimits)
  return Object.defineProperties(new Response(body, { status, statusText, headers }), {
    url: { value: bodyLimits.url.href },
    redirected: { value: bodyLimits.redirected },
  })
}

/** The limited body. It is read only once somebody reads it, and then returned as a whole, so that a job waits for it only once. */
function limitedBody(
  body: ReadableStream<Uint8Array>,
  bodyLimits: ResponseLimits,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (const chunk of await waitOn(() => readToEnd(reader, bodyLimits))) controller.enqueue(chunk)
        controller.close()
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

async function readToEnd(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bodyLimits: ResponseLimits,
): Promise<Uint8Array[]> {
  const { url, maxBytes } = bodyLimits
  const chunks: Uint8Array[] = []
  let left = maxBytes
  for (;;) {
    const { done, value } = await readOn(reader, bodyLimits)
    if (done) return chunks
    left -= value.byteLength
    chunks.push(value)
    if (left >= 0) continue
    await reader.cancel()
    throw new AppError('too_large', `${url.host} answers with more than ${maxBytes} bytes.`)
  }
}

/** Checks the signal as well: once the request is garbage collected, `fetch` no longer listens to it. */
async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>, { signal, explain }: ResponseLimits) {
  if (signal.aborted) {
    await reader.cancel(signal.reason)
    explain(signal.reason)
  }
  return reader.read().catch(explain)
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'has no address that can be found',
  EAI_AGAIN: 'has no address that can be found just now',
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'broke the connection off',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ETIMEDOUT: 'does not answer in time',
  UND_ERR_SOCKET: 'broke the connection off',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'does not answer in time',
  UND_ERR_BODY_TIMEOUT: 'stopped in the middle of its answer',
}

/** Converts an error of `fetch` to an `AppError`. The original message may contain the address, so it is only the cause. */
function outboundFailureOf(host: string, error: unknown): AppError {
  const chain = causesOf(error)
  const known = chain.find(link => link instanceof AppError)
  if (known) return known
  const code = chain.map(codeOf).find(text => text !== '') ?? ''
  const reason = REASONS[code] ?? `cannot be reached${code && ` (${code})`}`
  return new AppError('unavailable', `${host} ${reason}.`, { cause: error })
}

/** One request of a chain of redirects. */
interface Hop {
  url: URL
  method: string
  headers: Headers
  body: RequestInit['body']
}

/** Headers that may be sent to another origin. Any other header could be a credential (`Private-Token`, `X-Api-Key`, …). */
const CROSS_ORIGIN_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The first request, from the arguments of `fetch`. */
function firstHop(input: string | URL | Request, init: RequestInit): Hop {
  const request = input instanceof Request ? input : null
  return {
    url: checkedUrl(request?.url ?? String(input)),
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    headers: new Headers(init.headers ?? request?.headers),
    body: init.body ?? request?.body ?? null,
  }
}

/** Follows at most `limit` redirects. Returns the last request with its response. */
async function follow(
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
