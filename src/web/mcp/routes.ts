import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Handler, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { oauthTokenVerifier } from '#auth/oauth/tokens.ts'
import type { RateLimiter } from '#auth/rate-limit.ts'
import { READ_HIGHLIGHTS } from '#auth/tokens.ts'
import { ApiTokens, anyVerifier } from '#auth/verifier.ts'
import { HighlightAnswers } from '#changelog/highlights/highlights.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { AppError } from '#platform/errors.ts'
import { createBearerAuth } from '#web/bearer-auth.ts'
import type { WebContext } from '#web/context.ts'
import { createDatabaseRead, type DatabaseRead } from '#web/database-reads.ts'
import {
  HttpError,
  PROBLEM_MEDIA_TYPE,
  type Problem,
  rateLimitHeaders,
  tooManyRequests,
} from '#web/problems.ts'
import { withLimitedBody } from '#web/request-bodies.ts'
import { MCP_PATH, mcpServerInfo, mcpUrl, resourceMetadataUrl } from './metadata.ts'
import type { McpHandler } from './server.ts'

/** The paths of the endpoint, since some clients add a slash to the address that they are given. */
const PATHS = [MCP_PATH, `${MCP_PATH}/`]

/** The limit of a message; a tool call takes a few hundred bytes. */
const MOST_BYTES = 64 * 1024

/** The MCP endpoint. Checks host and origin, the token, the rate limit, and then the message. */
export function serveMcp(app: OpenAPIHono, web: WebContext, limit: RateLimiter): void {
  const { clock, baseUrl } = web
  const reading = createDatabaseRead(web)
  const tokens = new ApiTokens(web, 'mcp')
  const verify = anyVerifier(text => tokens.verify(text), oauthTokenVerifier(web, mcpUrl(baseUrl)))
  const gate = createBearerAuth(verify, { scope: READ_HIGHLIGHTS, metadata: resourceMetadataUrl(baseUrl) })
  const load = memoizeOnce(() => loadAnswer(web, reading))
  const hosts = hostsOf(baseUrl, web.mcpHosts)

  const answerMessage: Handler = async c => {
    const credential = await reading(() => gate(c.req.header('Authorization')))
    const allowance = limit.take(credential.id, clock.now())
    for (const [name, value] of Object.entries(rateLimitHeaders(limit, allowance))) c.header(name, value)
    if (!allowance.allowed) throw tooManyRequests(limit, allowance)
    if (c.req.method !== 'POST')
      throw new HttpError('method_not_allowed', ONLY_POST, { Allow: 'POST, OPTIONS' })
    return withLimitedBody(c, 'members', MOST_BYTES, async () => {
      const message = messageFrom(await c.req.text())
      const answer = await load()
      const response = await answer(c.req.raw, message, credential.accountId)
      return c.newResponse(response.body, response)
    })
  }
  for (const path of PATHS) {
    app.use(path, privately, onlyFrom(hosts), pagesOf(hosts))
    app.all(path, answerMessage)
  }
}

const ONLY_POST =
  'Send each message with POST; there are no sessions, so there is no stream to open and none to end.'

/** Loads the MCP library on the first request, not at the start. */
async function loadAnswer(web: WebContext, reading: DatabaseRead): Promise<McpHandler> {
  const { createMcpHttpHandler } = await import('./server.ts')
  const { log, baseUrl } = web
  const highlights = new HighlightAnswers(web)
  return createMcpHttpHandler({
    identity: mcpServerInfo(baseUrl),
    log,
    askFor: accountId => question =>
      reading(async () => String(await highlights.answer(accountId, question))),
  })
}

/** Parses a message. The supported protocol versions have no batches, and a batch would count as a single request. */
function messageFrom(text: string): object {
  const message = jsonOf(text)
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  throw new AppError('invalid_parameter', 'The body must be one JSON-RPC message, as a JSON object.')
}

/** The parameters of the protocol that a client may leave out. */
const OPTIONAL: ReadonlySet<string> = new Set(['params', 'arguments', 'cursor'])

/** Parses JSON; undefined for anything else. Of these parameters, those that are null are removed. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, (name, value) => (value === null && OPTIONAL.has(name) ? undefined : value))
  } catch {
    return undefined
  }
}

const privately: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'private, no-store')
}

/** CORS for the allowed origins. */
const pagesOf = ({ origins }: Hosts): MiddlewareHandler =>
  cors({
    origin: origin => (origins.has(hostnameOf(origin)) ? origin : null),
    allowMethods: ['POST'],
    allowHeaders: ['Authorization', 'Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
    exposeHeaders: ['WWW-Authenticate', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
    maxAge: 600,
  })

/** Loopback host names. A page from another host cannot have one of these. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

interface Hosts {
  /** The host names that are accepted in the `Host` header. */
  hosts: ReadonlySet<string>
  /** The host names that are accepted in the `Origin` header. */
  origins: ReadonlySet<string>
}

/**
 * The accepted hosts: that of the public address and those that the operator configured. If the public
 * address is local, local pages may call too.
 */
function hostsOf(baseUrl: string, more: readonly string[]): Hosts {
  const own = [new URL(baseUrl).hostname, ...more]
  const isLocal = LOOPBACK.includes(own[0] ?? '')
  return { hosts: new Set([...own, ...LOOPBACK]), origins: new Set(isLocal ? [...own, ...LOOPBACK] : own) }
}

/**
 * Refuses unknown `Host` and `Origin` headers, against DNS rebinding: a page whose host name resolves to this machine still sends that
 * name. Ports are ignored. A request without `Origin` does not come from a page.
 */
const onlyFrom =
  ({ hosts, origins }: Hosts): MiddlewareHandler =>
  async (c, next) => {
    if (!hosts.has(hostnameOf(`http://${c.req.header('Host') ?? ''}`))) return forbidden('Host')
    const origin = c.req.header('Origin')
    if (origin !== undefined && !origins.has(hostnameOf(origin))) return forbidden('Origin')
    return next()
  }

/** The host name of a URL; empty for other text. */
const hostnameOf = (address: string): string => URL.parse(address)?.hostname ?? ''

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
