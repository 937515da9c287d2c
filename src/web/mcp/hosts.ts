import type { MiddlewareHandler } from 'hono'
import { PROBLEM_MEDIA_TYPE, type Problem } from '#web/problem.ts'

/** Names under which a machine reaches itself. A page elsewhere cannot take one of them for its own name. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

export interface Hosts {
  /** Under which the server may be addressed. */
  hosts: ReadonlySet<string>
  /** Whose pages may call it. */
  origins: ReadonlySet<string>
}

/** The host of the public address and those that the operator named; on a developer's machine, pages of that machine too. */
export function hostsOf(baseUrl: string, more: readonly string[]): Hosts {
  const own = [new URL(baseUrl).hostname, ...more]
  const isLocal = LOOPBACK.includes(own[0] ?? '')
  return { hosts: new Set([...own, ...LOOPBACK]), origins: new Set(isLocal ? [...own, ...LOOPBACK] : own) }
}

/**
 * Against DNS rebinding: a page that makes its own name lead to this machine still sends that name. Ports are not looked at.
 * Without an `Origin` it is no page that asks.
 */
export const onlyFrom =
  ({ hosts, origins }: Hosts): MiddlewareHandler =>
  async (c, next) => {
    if (!hosts.has(hostnameOf(`http://${c.req.header('Host') ?? ''}`))) return forbidden('Host')
    const origin = c.req.header('Origin')
    if (origin !== undefined && !origins.has(hostnameOf(origin))) return forbidden('Origin')
    return next()
  }

/** Empty where there is none. */
export const hostnameOf = (address: string): string => URL.parse(address)?.hostname ?? ''

function forbidden(header: string): Response {
  const problem: Problem = {
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail: `The MCP server does not answer to this ${header}. The operator can allow it.`,
  }
  const headers = { 'Content-Type': PROBLEM_MEDIA_TYPE, 'Cache-Control': 'private, no-store' }
  return new Response(JSON.stringify(problem), { status: 403, headers })
}
