import { lookup as systemLookup } from 'node:dns/promises'
import type { Agent } from 'undici'
import { memoizeOnce } from '#platform/cache/once.ts'
import { AppError } from '#platform/errors.ts'
import type { Lookup } from './agent.ts'
import { allowanceOf } from './allowance.ts'
import { failureOf } from './failure.ts'
import { firstHop, follow, type Hop } from './redirect.ts'
import { withCountedBody } from './response.ts'

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
const sendOne = ({ url, method, headers, body }: Hop, signal: AbortSignal, dispatcher: Agent) =>
  globalThis.fetch(url, { method, headers, body, signal, dispatcher, redirect: 'manual', duplex: 'half' })

function deadline(host: string, timeoutMs: number): AbortSignal {
  const controller = new AbortController()
  const late = new AppError('unavailable', `${host} takes longer than ${timeoutMs / 1000} seconds.`)
  setTimeout(() => controller.abort(late), timeoutMs).unref()
  return controller.signal
}
