import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, fetch } from 'undici'
import { AppError } from '#platform/errors.ts'
import { bareName, type IsAllowed, isLocalName, isPublicAddress, portOf, WEB_PORTS } from './address.ts'

/** Resolves a host name to all its addresses. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>

interface AgentOptions {
  isAllowed: IsAllowed
  lookup: Lookup
  idleMs: number
}

/**
 * An agent that connects to public addresses and allowed hosts only. It checks the resolved addresses that the socket then uses, so
 * that a name cannot resolve differently for the check and for the connection (DNS rebinding).
 */
export function guardedAgent({ isAllowed, lookup, idleMs }: AgentOptions): Agent {
  const connectAnywhere = buildConnector({ lookup: lookupOf(lookup), timeout: idleMs, allowH2: false })
  const connectPublic = buildConnector({
    lookup: lookupOf(onlyPublic(lookup)),
    timeout: idleMs,
    allowH2: false,
  })
  return new Agent({
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    connect(target, done) {
      const port = portOf(target)
      if (isAllowed(target.hostname, port)) return connectAnywhere(target, done)
      const refusal = refusalOf(target.hostname, port)
      if (refusal) return done(refusal, null)
      connectPublic(target, done)
    },
  })
}

/**
 * Sends with this agent. The `fetch` of Node.js may come from another version of the library, whose agents have other methods; it also has
 * forms of its own, which are turned into bytes here.
 */
export async function fetchWith(dispatcher: Agent, url: URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  let { body } = init
  if (body instanceof FormData) {
    const form = new Response(body)
    headers.set('Content-Type', form.headers.get('Content-Type') ?? '')
    body = await form.arrayBuffer()
  }
  const send = fetch as unknown as typeof globalThis.fetch
  const given = { ...init, headers, body, dispatcher }
  return send(url, given)
}

function refusalOf(hostname: string, port: number): AppError | null {
  const name = bareName(hostname)
  if (!WEB_PORTS.includes(port)) {
    return new AppError(
      'invalid_parameter',
      `${name} cannot be reached on port ${port}; only 80 and 443 are allowed.`,
    )
  }
  // A literal address is not looked up, so the check in the lookup does not see it.
  const isLocal = isIP(name) ? !isPublicAddress(name) : isLocalName(name)
  return isLocal ? notPublic(name) : null
}

const notPublic = (name: string) =>
  new AppError(
    'invalid_parameter',
    `${name} is not on the public internet; private addresses are reached only if the operator allows them.`,
  )

/** Refuses a name with any private address: which of its addresses is used is not known. */
function onlyPublic(lookup: Lookup): Lookup {
  return async hostname => {
    const addresses = await lookup(hostname)
    if (addresses.every(({ address }) => isPublicAddress(address))) return addresses
    throw notPublic(hostname)
  }
}

/** Adapts a lookup to the callback that sockets take. */
function lookupOf(lookup: Lookup): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname).then(
      addresses => {
        const [first] = addresses
        if (!first) done(new AppError('unavailable', `${hostname} has no address.`), '', 0)
        else if (options.all) done(null, addresses)
        else done(null, first.address, first.family)
      },
      error => done(error, '', 0),
    )
  }
}
