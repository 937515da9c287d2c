import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { newSecretText } from '#platform/secrets.ts'
import {
  type Connection,
  type Credentials,
  type NetworkContext,
  NetworkFailure,
  type NetworkOAuth,
  type Profile,
} from '#social/network.ts'
import { pkcePair } from '../pkce.ts'
import { notConnected } from '../plain-words.ts'
import { quoted } from '../requests.ts'
import { answerOf, sendRest } from '../rest.ts'
import { failureOf, X_LIMITS, X_WORDS, XApi } from './api.ts'

const userSchema = z.object({
  data: z.object({
    id: z.string().min(1),
    name: z.string(),
    username: z.string(),
    profile_image_url: z.url().optional(),
  }),
})

// docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code: access tokens last two hours, and a refresh token works once.

const SCOPES = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']

const grantSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string(),
})

/** The application that the operator registered with X. Throws `invalid_parameter` if there is none. */
function application({ settings: { x } }: NetworkContext): { id: string; secret: string | null } {
  if (x.clientId !== null) return { id: x.clientId, secret: x.clientSecret }
  throw new AppError(
    'invalid_parameter',
    'X needs an application of its own: register one at developer.x.com and set TIDINGS_X_CLIENT_ID.',
  )
}

/** Sends a request on behalf of the application. */
async function ask(
  context: NetworkContext,
  path: 'token' | 'revoke',
  parameters: Record<string, string>,
): Promise<Response> {
  const { id, secret } = application(context)
  const { apiUrl } = context.settings.x
  const response = await sendRest(context.fetchFrom(apiUrl), {
    method: 'POST',
    url: `${apiUrl}/2/oauth2/${path}`,
    body: new URLSearchParams({ ...parameters, client_id: id }),
    ...(secret !== null && {
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    }),
  })
  if (!response.ok) throw asUnauthorized(await failureOf(context, response))
  return response
}

async function requestTokens(
  context: NetworkContext,
  parameters: Record<string, string>,
): Promise<Credentials> {
  const grant = await answerOf('X', await ask(context, 'token', parameters), grantSchema)
  const granted = grant.scope.split(' ')
  const missing = SCOPES.filter(scope => !granted.includes(scope))
  if (missing.length > 0)
    throw new NetworkFailure(
      'unauthorized',
      `X did not grant ${missing.join(', ')}. Connect the account again.`,
    )
  return {
    expiresAt: context.clock.now() + grant.expires_in * 1_000,
    tokens: { access: grant.access_token, refresh: grant.refresh_token },
  }
}

/** If X refuses a grant, a person has to reconnect, whatever the status of the answer. */
const asUnauthorized = (error: Error): Error =>
  error instanceof NetworkFailure && error.reason === 'rejected'
    ? new NetworkFailure('unauthorized', error.message)
    : error

/** Exchanges a refresh token, which X accepts once, for new tokens. */
export const refreshTokens = (context: NetworkContext, refreshToken: string): Promise<Credentials> =>
  requestTokens(context, { grant_type: 'refresh_token', refresh_token: refreshToken })

/** Revokes both tokens, first the refresh token, which could get new ones. */
export async function revokeTokens(context: NetworkContext, { tokens }: Credentials): Promise<void> {
  for (const token of [tokens.refresh, tokens.access])
    if (token !== undefined) await (await ask(context, 'revoke', { token })).body?.cancel()
}

export const connectionWith = async (
  context: NetworkContext,
  credentials: Credentials,
): Promise<Connection> => ({
  instance: context.settings.x.siteUrl,
  profile: await profileOf(context, new XApi(context, credentials.tokens.access ?? '')),
  limits: X_LIMITS,
  credentials,
})

export async function profileOf({ settings }: NetworkContext, api: XApi): Promise<Profile> {
  const path = '/2/users/me?user.fields=profile_image_url'
  const { data } = await api.call({ method: 'GET', path }, userSchema)
  return {
    id: data.id,
    handle: `@${quoted(data.username)}`,
    name: quoted(data.name, data.username),
    avatarUrl: data.profile_image_url ?? null,
    url: `${settings.x.siteUrl}/${encodeURIComponent(data.username)}`,
  }
}

export const xOAuth: NetworkOAuth = {
  async start(context, { returnUrl }) {
    const state = newSecretText()
    const { verifier, challenge } = pkcePair()
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: application(context).id,
      redirect_uri: returnUrl,
      scope: SCOPES.join(' '),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    return { url: `${context.settings.x.siteUrl}/i/oauth2/authorize?${query}`, state, kept: { verifier } }
  },
  async finish(context, { parameters, kept, returnUrl }) {
    const code = parameters.get('code')
    if (code === null) throw notConnected('X', X_WORDS, parameters)
    const credentials = await requestTokens(context, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: returnUrl,
      code_verifier: kept.verifier ?? '',
    })
    return connectionWith(context, credentials)
  },
}
