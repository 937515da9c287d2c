import type { Context } from 'hono'
import { isClientDocumentUrl } from '#auth/oauth/client-documents.ts'
import { registeredClient } from '#auth/oauth/clients.ts'
import { OAuthError, ReuseError } from '#auth/oauth/error.ts'
import { requireResource, scopeFrom } from '#auth/oauth/request.ts'
import {
  ACCESS_TOKEN_MS,
  type ExchangeResult,
  exchangeCode,
  exchangeRefreshToken,
  revokeOAuthToken,
} from '#auth/oauth/tokens.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { WebContext } from '#web/context.ts'
import { mcpUrl } from '#web/mcp/metadata.ts'

/** The fields of a form, each at most once (RFC 6749, section 3.2). */
type Form = ReadonlyMap<string, string>

export async function parseForm(c: Context): Promise<Form> {
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
export async function issueTokens(web: WebContext, form: Form) {
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
export async function revokeFromForm({ db, clock }: WebContext, form: Form): Promise<void> {
  const given = { clientId: needed(form, 'client_id'), text: needed(form, 'token') }
  await db.write(tx => revokeOAuthToken(tx, clock, given))
}
