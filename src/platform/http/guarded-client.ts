import { lookup as systemLookup } from 'node:dns/promises'
import type { Agent } from 'undici'
import { memoizeOnce } from '#platform/cache.ts'
import { AppError } from '#platform/errors.ts'
import { allowanceOf } from './address.ts'
import type { Lookup } from './agent.ts'
import { firstHop, follow, type Hop } from './redirect.ts'

export interface OutboundOptions {
  /** What the operator configured, as `host` (ports 80 and 443) or `host:port`: these alone may be private or on another port. */
  allow: readonly string[]
  /** For a whole request, redirects and the last byte of the body included. */
  timeoutMs: number
  /** Without hearing anything: while connecting, before the answer and between its bytes. */
  idleMs: number
  /** Of a body, uncompressed. */
  maxBytes: number
  maxRedirects?: number
  /** How names are resolved; the system's way unless told. */
  lookup?: Lookup
}

/** The way out to the world. */
export interface Outbound {
  /**
   * The `fetch` to hand to SDKs. It asks nothing but http and https on the public internet and what the operator allowed, takes no
   * proxy from the environment, keeps no cookies, and drops credentials where a redirect leaves the origin. Throws AppError:
   * `invalid_parameter` for an address that is refused, `too_large`, `unavailable` for all that another try might mend; and the
   * caller's own reason when the caller aborts.
   */
  fetch: typeof globalThis.fetch
  close(): Promise<void>
}

export function openOutbound(options: OutboundOptions): Outbound {
  const { allow, idleMs, maxBytes, lookup = name => systemLookup(name, { all: true }) } = options
  const isAllowed = allowanceOf(allow)
  let opened: Agent | undefined
  // The library is loaded by the first request: most of those who open a way out never use it.
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
        throw caller?.aborted ? error : failureOf(host, error)
      }
      const way = await agent()
      const send = (hop: Hop) => sendOne(hop, signal, way).catch(explain(hop.url.host))
      const limits = { mode: init.redirect ?? 'follow', limit: options.maxRedirects ?? 5 }
      const { hop, response } = await follow(first, send, limits)
      const facts = {
        url: hop.url,
        redirected: hop !== first,
        maxBytes,
        signal,
        explain: explain(hop.url.host),
      }
      return withCountedBody(response, facts)
    },
    close: async () => opened?.close(),
  }
}

/** Redirects are ours to follow: `fetch` itself would keep unknown credentials and not say where it went. */
function sendOne({ url, method, headers, body }: Hop, signal: AbortSignal, dispatcher: Agent) {
  const send = { method, headers, body, signal, redirect: 'manual', duplex: 'half' } as const
  // Apart from the call, because the types of a browser, which the dashboard is checked with, have no dispatcher.
  const init = { ...send, dispatcher }
  return globalThis.fetch(url, init)
}

function deadline(host: string, timeoutMs: number): AbortSignal {
  const controller = new AbortController()
  const late = new AppError('unavailable', `${host} takes longer than ${timeoutMs / 1000} seconds.`)
  setTimeout(() => controller.abort(late), timeoutMs).unref()
  return controller.signal
}

export interface AnswerFacts {
  url: URL
  redirected: boolean
  /** Of the uncompressed body, so that a small answer cannot swell in memory. */
  maxBytes: number
  signal: AbortSignal
  /** Throws what reading failed with, in plain words. */
  explain: (error: unknown) => never
}

/** The same answer with a body that is counted as it is read. */
export function withCountedBody(response: Response, facts: AnswerFacts): Response {
  const { status, statusText, headers } = response
  const body = response.body && countedBody(response.body, facts)
  return Object.defineProperties(new Response(body, { status, statusText, headers }), {
    url: { value: facts.url.href },
    redirected: { value: facts.redirected },
  })
}

function countedBody(body: ReadableStream<Uint8Array>, facts: AnswerFacts): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let left = facts.maxBytes
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await readOn(reader, facts)
      if (done) return controller.close()
      left -= value.byteLength
      if (left >= 0) return controller.enqueue(value)
      await reader.cancel()
      throw new AppError('too_large', `${facts.url.host} answers with more than ${facts.maxBytes} bytes.`)
    },
    cancel: reason => reader.cancel(reason),
  })
}

/** Asks the signal too: once the request itself is collected as garbage, `fetch` no longer listens to it. */
async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>, { signal, explain }: AnswerFacts) {
  if (signal.aborted) {
    await reader.cancel(signal.reason)
    explain(signal.reason)
  }
  return reader.read().catch(explain)
}

const SENTENCES: Record<string, string> = {
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

/** Turns what `fetch` threw into a sentence; the libraries' own messages may quote addresses and are only kept as the cause. */
export function failureOf(host: string, error: unknown): AppError {
  const chain = causesOf(error)
  const known = chain.find(link => link instanceof AppError)
  if (known) return known
  const code = chain.map(codeOf).find(text => text !== '') ?? ''
  const sentence = SENTENCES[code] ?? `cannot be reached${code && ` (${code})`}`
  return new AppError('unavailable', `${host} ${sentence}.`, { cause: error })
}

function causesOf(error: unknown): unknown[] {
  const inner = error instanceof AggregateError ? error.errors[0] : undefined
  const cause = inner ?? (error instanceof Error ? error.cause : undefined)
  return cause === undefined ? [error] : [error, ...causesOf(cause)]
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
