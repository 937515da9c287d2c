import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { newSecretText } from '#platform/secrets.ts'
import { type Connection, type NetworkContext, NetworkFailure, type NetworkOAuth } from '#social/network.ts'
import { pkcePair } from '../pkce.ts'
import { notConnected } from '../plain-words.ts'
import { instanceOrigin } from '../requests.ts'
import { MASTODON_WORDS, MastodonApi } from './api.ts'

/** The scopes that posting needs (docs.joinmastodon.org/api/oauth-scopes). */
const SCOPES = 'read:accounts read:statuses write:statuses write:media'

const clientSchema = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) })
const tokenSchema = z.object({ access_token: z.string().min(1) })
const metadataSchema = z.object({
  code_challenge_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
})

type ConnectWithToken = (context: NetworkContext, origin: string, token: string) => Promise<Connection>

/** OAuth on the person's own server. The application is registered there once, and PKCE is used if the server offers it (Mastodon 4.3). */
export const mastodonOAuth = (connectWithToken: ConnectWithToken): NetworkOAuth => ({
  serverOf: (context, instance) => instanceOrigin(instance ?? '', context.isAllowedHost),

  async start(context, { instance, returnUrl, findApp }) {
    const state = newSecretText()
    const origin = instanceOrigin(instance ?? '', context.isAllowedHost)
    const found = await findApp(
      origin,
      () => register(context, origin, returnUrl),
      app => isForgotten(context, origin, app),
    )
    const client = clientSchema.parse(found)
    const offers = await offersOf(context, origin)
    const pkce = offers.pkce ? pkcePair() : null
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: returnUrl,
      scope: SCOPES,
      state,
      ...(pkce && { code_challenge: pkce.challenge, code_challenge_method: 'S256' }),
    })
    return {
      url: `${origin}/oauth/authorize?${query}`,
      state,
      kept: { origin, verifier: pkce?.verifier ?? '', namesIssuer: String(offers.issuer), ...client },
    }
  },

  async finish(context, { parameters, kept, returnUrl }) {
    const { origin = '', verifier = '', namesIssuer, client_id, client_secret } = kept
    requireIssuer(parameters.get('iss'), origin, namesIssuer === 'true')
    const code = parameters.get('code')
    if (code === null) throw notConnected('your server', MASTODON_WORDS, parameters)
    const client = clientSchema.parse({ client_id, client_secret })
    const token = await exchange(context, origin, {
      code,
      ...client,
      redirect_uri: returnUrl,
      ...(verifier && { code_verifier: verifier }),
    })
    const connection = await connectWithToken(context, origin, token)
    const { credentials } = connection
    return { ...connection, credentials: { ...credentials, tokens: { ...credentials.tokens, ...client } } }
  },
})

/** Registers this service as an application of the server. */
const register = (context: NetworkContext, origin: string, returnUrl: string) =>
  new MastodonApi(context, origin, null).send('POST', '/api/v1/apps', clientSchema, {
    json: {
      client_name: 'Tidings',
      redirect_uris: returnUrl,
      scopes: SCOPES,
      website: new URL(returnUrl).origin,
    },
  })

/** Whether the server refuses a token to the application itself. Mastodon 4.2 deletes applications whose access was revoked. */
const isForgotten = (context: NetworkContext, origin: string, app: Record<string, string>) =>
  exchange(context, origin, { ...app, grant_type: 'client_credentials', scope: SCOPES }).then(
    () => false,
    error => error instanceof NetworkFailure && error.reason === 'unauthorized',
  )

/** Exchanges a code, or the application's own credentials, for a token. */
async function exchange(
  context: NetworkContext,
  origin: string,
  given: Record<string, string>,
): Promise<string> {
  const api = new MastodonApi(context, origin, null)
  const json = { grant_type: 'authorization_code', ...given }
  return (await api.send('POST', '/oauth/token', tokenSchema, { json })).access_token
}

/**
 * Revokes a token that was issued to this service's application. A token of a person's own application cannot
 * be revoked without that application's secret.
 */
export async function revokeAccess(
  context: NetworkContext,
  { instance, credentials: { tokens } }: Connection,
): Promise<void> {
  const { access: token, client_id, client_secret } = tokens
  if (client_id === undefined)
    throw new NetworkFailure(
      'rejected',
      'The access token was made by hand: delete it there, under Development.',
    )
  const json = { token, client_id, client_secret }
  await new MastodonApi(context, instance, null).send('POST', '/oauth/revoke', z.unknown(), { json })
}

/**
 * Checks that the answer comes from the right server, if the server says so (RFC 9207): from its own origin,
 * whatever issuer its metadata claims.
 */
function requireIssuer(issuer: string | null, origin: string, isExpected: boolean): void {
  if (issuer === null ? !isExpected : URL.parse(issuer)?.origin === origin) return
  throw new AppError('invalid_parameter', `The answer is not from ${origin}. Nothing was connected.`)
}

/** What a server's metadata offers. Servers before 4.3 have no metadata, and refuse parameters that they do not know. */
async function offersOf(
  context: NetworkContext,
  origin: string,
): Promise<{ pkce: boolean; issuer: boolean }> {
  try {
    const api = new MastodonApi(context, origin, null)
    const metadata = await api.read('/.well-known/oauth-authorization-server', metadataSchema)
    return {
      pkce: metadata.code_challenge_methods_supported?.includes('S256') ?? false,
      issuer: metadata.authorization_response_iss_parameter_supported ?? false,
    }
  } catch {
    return { pkce: false, issuer: false }
  }
}
