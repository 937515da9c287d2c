import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { registerClient, registrationFrom } from '#auth/oauth/clients.ts'
import { OAuthError } from '#auth/oauth/error.ts'
import { isSafeToRedirect } from '#auth/oauth/redirects.ts'
import { knownParameters, UntrustedClientError } from '#auth/oauth/request.ts'
import { clientKey, createRateLimiter } from '#auth/rate-limit.ts'
import { messageOf } from '#platform/errors.ts'
import { clip } from '#platform/text.ts'
import type { WebContext } from '#web/context.ts'
import { createDatabaseRead } from '#web/database-reads.ts'
import { tooManyRequests } from '#web/problems.ts'
import { limitBody } from '#web/request-bodies.ts'
import { noStore } from '#web/response-headers.ts'
import { clientAddressOf } from '#web/session-guard.ts'
import {
  authorizationRequestParser,
  authorizationResponseUrl,
  invalidRequestPage,
  OAUTH_PAGE_HEADERS,
  untrustedClientPage,
} from './authorize.ts'
import { AUTHORIZE_PATH, REGISTER_PATH, REVOKE_PATH, TOKEN_PATH } from './metadata.ts'
import { issueTokens, parseForm, revokeFromForm } from './token-endpoint.ts'

/** The limit of a registration or a form, in bytes. */
const MOST_BYTES = 32 * 1024

/** The rate limits of one client address in this process. */
const REGISTRATIONS_A_MINUTE = 15
const REQUESTS_A_MINUTE = 120
/** The rate limit of all client addresses together in this process. */
const ALL_REGISTRATIONS_A_MINUTE = 60

/** The OAuth 2.1 authorization server of the MCP server. Its errors follow the protocol instead of problem documents. */
export function serveOAuth(app: OpenAPIHono, web: WebContext): void {
  const { db, clock, dashboard } = web
  serveAuthorize(app, web)
  const few = perAddress(web, REGISTRATIONS_A_MINUTE)
  const many = perAddress(web, REQUESTS_A_MINUTE)
  app.use(REGISTER_PATH, anybody, noStore, few, limitBody(MOST_BYTES))
  app.use(TOKEN_PATH, anybody, noStore, many, limitBody(MOST_BYTES))
  app.use(REVOKE_PATH, anybody, noStore, many, limitBody(MOST_BYTES))
  const all = createRateLimiter(ALL_REGISTRATIONS_A_MINUTE)
  app.post(REGISTER_PATH, c =>
    telling(c, async () => {
      const given = registrationFrom(await c.req.json().catch(() => null))
      const allowance = all.take('', clock.now())
      if (!allowance.allowed) throw tooManyRequests(all, allowance, 'All clients together')
      const client = await db.write(tx => registerClient(tx, { clock, ids: dashboard.ids }, given))
      return c.json(registrationOf(client), 201)
    }),
  )
  app.post(TOKEN_PATH, c => telling(c, async () => c.json(await issueTokens(web, await parseForm(c)), 200)))
  app.post(REVOKE_PATH, c =>
    telling(c, async () => {
      await revokeFromForm(web, await parseForm(c))
      return c.body(null, 200)
    }),
  )
}

/** The authorization endpoint. A valid request is redirected to the consent page of the dashboard. */
function serveAuthorize(app: OpenAPIHono, web: WebContext): void {
  const { baseUrl, log } = web
  const read = authorizationRequestParser(web)
  const reading = createDatabaseRead(web)
  app.get(AUTHORIZE_PATH, noStore, perAddress(web, REQUESTS_A_MINUTE), async c => {
    const query = knownParameters(new URL(c.req.url).searchParams)
    const request = await reading(() => read(query).catch(doubtIn))
    if (request instanceof UntrustedClientError && request.cause !== undefined)
      log.info('a client document cannot be used', { reason: clip(messageOf(request.cause), 200) })
    if (request instanceof UntrustedClientError)
      return c.html(await untrustedClientPage(baseUrl, request.message), 400, OAUTH_PAGE_HEADERS)
    if (!('error' in request))
      return c.redirect(`${baseUrl}/app/consent?request=${encodeURIComponent(query.toString())}`)
    const { code, message } = request.error
    const address = authorizationResponseUrl(baseUrl, request, { error: code, error_description: message })
    if (isSafeToRedirect(request.redirectUri)) return c.redirect(address)
    return c.html(await invalidRequestPage(baseUrl, request, address), 400, OAUTH_PAGE_HEADERS)
  })
}

/** Returns the error of an untrusted client instead of throwing it, so that it does not count as a failure of the database. */
function doubtIn(error: unknown): UntrustedClientError {
  if (error instanceof UntrustedClientError) return error
  throw error
}

const registrationOf = (client: Awaited<ReturnType<typeof registerClient>>) => ({
  client_id: client.id,
  client_id_issued_at: Math.floor(client.createdAt / 1_000),
  client_name: client.name,
  redirect_uris: client.redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

/** Turns an `OAuthError` into an error response (RFC 6749 §5.2). */
async function telling(c: Context, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const status = error.code === 'invalid_client' ? 401 : 400
    return c.json({ error: error.code, error_description: error.message }, status)
  }
}

/** Any origin may call these endpoints, because they use no cookies. */
const anybody = cors({
  origin: '*',
  allowMethods: ['POST'],
  allowHeaders: ['Content-Type', 'Authorization', 'MCP-Protocol-Version'],
  exposeHeaders: ['Retry-After'],
  maxAge: 86_400,
})

function perAddress({ clock, dashboard }: WebContext, perMinute: number): MiddlewareHandler {
  const limit = createRateLimiter(perMinute)
  return async (c, next) => {
    const allowance = limit.take(clientKey(clientAddressOf(c, dashboard) ?? ''), clock.now())
    if (!allowance.allowed) throw tooManyRequests(limit, allowance, 'One address')
    await next()
  }
}
