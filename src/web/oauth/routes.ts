import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { isClientDocumentUrl } from '#auth/oauth/client-documents.ts'
import { registerClient, registeredClient, registrationFrom } from '#auth/oauth/clients.ts'
import { OAuthError, ReuseError } from '#auth/oauth/error.ts'
import { isSafeToRedirect, redirectTarget } from '#auth/oauth/redirects.ts'
import {
  type InvalidRequest,
  knownParameters,
  requireResource,
  scopeFrom,
  UntrustedClientError,
} from '#auth/oauth/request.ts'
import {
  ACCESS_TOKEN_MS,
  type ExchangeResult,
  exchangeCode,
  exchangeRefreshToken,
  revokeOAuthToken,
} from '#auth/oauth/tokens.ts'
import { clientKey, RateLimiter } from '#auth/rate-limit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { messageOf } from '#platform/errors.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { WebContext } from '#web/context.ts'
import { createDatabaseRead } from '#web/database-reads.ts'
import { htmlPage } from '#web/html-pages.ts'
import { mcpUrl } from '#web/mcp/metadata.ts'
import { tooManyRequests } from '#web/problems.ts'
import { limitBody } from '#web/request-bodies.ts'
import { noStore, pagePolicy } from '#web/response-headers.ts'
import { clientAddressOf } from '#web/session-guard.ts'
import { authorizationRequestParser, authorizationResponseUrl } from './authorize.ts'
import { AUTHORIZE_PATH, REGISTER_PATH, REVOKE_PATH, TOKEN_PATH } from './metadata.ts'

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
  const all = new RateLimiter(ALL_REGISTRATIONS_A_MINUTE)
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

/** The headers of a page that has no scripts and is neither framed nor stored. */
const OAUTH_PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': pagePolicy(),
  'X-Frame-Options': 'DENY',
}

const shown = (text: string): string => escapeMarkup(safeLine(text))

const page = (baseUrl: string, body: string): Promise<string> =>
  htmlPage(baseUrl, {
    title: 'This app cannot be connected',
    description: 'An app sent an authorization request that cannot be granted.',
    path: '',
    body: `<main id="content" class="sheet"><h1>This app cannot be connected</h1>${body}</main>`,
  })

/** The page that is shown if the client is unknown, instead of a redirect. */
const untrustedClientPage = (baseUrl: string, why: string): Promise<string> =>
  page(baseUrl, `<p>${shown(why)}</p><p>Nothing was shared. Start again in the app that sent you here.</p>`)

/**
 * The page that is shown if a known client sent an invalid request. It has a link back to the client instead
 * of a redirect, which would make this server an open redirector.
 */
function invalidRequestPage(
  baseUrl: string,
  { client, redirectUri, error }: InvalidRequest,
  address: string,
): Promise<string> {
  const { name } = redirectTarget(redirectUri)
  return page(
    baseUrl,
    `<p>${shown(client.name)} sent a request that cannot be granted: ${shown(error.message)}</p>
<p>Nothing was shared. If you came from <strong>${shown(name)}</strong>, it can tell you more:</p>
<p class="actions"><a class="button" href="${escapeMarkup(address)}" rel="noreferrer">Back to ${shown(name)}</a></p>`,
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
  const limit = new RateLimiter(perMinute)
  return async (c, next) => {
    const allowance = limit.take(clientKey(clientAddressOf(c, dashboard) ?? ''), clock.now())
    if (!allowance.allowed) throw tooManyRequests(limit, allowance, 'One address')
    await next()
  }
}

/** The fields of a form, each at most once (RFC 6749, section 3.2). */
type Form = ReadonlyMap<string, string>

async function parseForm(c: Context): Promise<Form> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('Content-Type') ?? ''))
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
  const fields = [...new URLSearchParams(await c.req.text())]
  const form = new Map(fields)
  if (form.size === fields.length) return form
  throw new OAuthError('invalid_request', 'A field is given more than once.')
}

function needed(form: Form, name: string): string {
  const value = form.get(name)
  if (value) return value
  throw new OAuthError('invalid_request', `${name} is missing.`)
}

/** The syntax of a code verifier (RFC 7636, section 4.1). */
const VERIFIER = /^[\w.~-]{43,128}$/

const REUSED = 'an OAuth code or refresh token came a second time; what came of it was revoked'

/** Issues tokens for an authorization code (RFC 6749, section 4.1.3) or a refresh token (section 6). */
async function issueTokens(web: WebContext, form: Form) {
  const { db, clock, log, baseUrl } = web
  const grantType = needed(form, 'grant_type')
  const exchange = EXCHANGES.get(grantType)
  if (!exchange)
    throw new OAuthError('unsupported_grant_type', 'It must be authorization_code or refresh_token.')
  const resource = mcpUrl(baseUrl)
  requireResource(form.get('resource') ?? null, resource)
  const work = exchange(form, resource)
  const given: ExchangeResult = await db.write(tx => work(tx, clock))
  if (given instanceof ReuseError) log.warn(REUSED, { client: form.get('client_id') ?? '' })
  if (given instanceof OAuthError) throw await plainer(web, form, given)
  return {
    access_token: given.access,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_MS / 1_000,
    refresh_token: given.refresh,
    scope: given.scope,
  }
}

/** Returns `invalid_client` instead of the fault if the client is no longer registered, so that it registers again. */
async function plainer({ db }: WebContext, form: Form, fault: OAuthError): Promise<OAuthError> {
  const id = form.get('client_id') ?? ''
  if (isClientDocumentUrl(id) || (await registeredClient(db.read, id))) return fault
  return new OAuthError('invalid_client', 'No client is registered under this client_id, or no longer.')
}

type Exchanging = (tx: Tx, clock: Clock) => Promise<ExchangeResult>

function codeExchange(form: Form, resource: string): Exchanging {
  const verifier = needed(form, 'code_verifier')
  if (!VERIFIER.test(verifier))
    throw new OAuthError('invalid_grant', 'code_verifier has 43 to 128 letters, digits or - . _ ~')
  const given = {
    clientId: needed(form, 'client_id'),
    resource,
    code: needed(form, 'code'),
    verifier,
    redirectUri: form.get('redirect_uri') ?? null,
  }
  return (tx, clock) => exchangeCode(tx, clock, given)
}

function refreshing(form: Form, resource: string): Exchanging {
  const given = { clientId: needed(form, 'client_id'), resource, text: needed(form, 'refresh_token') }
  scopeFrom(form.get('scope') ?? null)
  return (tx, clock) => exchangeRefreshToken(tx, clock, given)
}

const EXCHANGES: ReadonlyMap<string, (form: Form, resource: string) => Exchanging> = new Map([
  ['authorization_code', codeExchange],
  ['refresh_token', refreshing],
])

/** Revokes a token (RFC 7009). The response is the same whether the token existed or not. */
async function revokeFromForm({ db, clock }: WebContext, form: Form): Promise<void> {
  const given = { clientId: needed(form, 'client_id'), text: needed(form, 'token') }
  await db.write(tx => revokeOAuthToken(tx, clock, given))
}
