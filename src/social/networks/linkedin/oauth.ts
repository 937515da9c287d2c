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
import { notConnected } from '../plain-words.ts'
import { quoted } from '../requests.ts'
import { answerOf, sendRest } from '../rest.ts'
import { failureOf, LINKEDIN_LIMITS, LINKEDIN_WORDS, LinkedInApi } from './api.ts'

const memberSchema = z.object({
  sub: z.string().min(1),
  name: z.string(),
  picture: z.url().optional(),
})

const organizationsSchema = z.object({
  elements: z.array(z.object({ id: z.number(), localizedName: z.string(), vanityName: z.string() })),
})

// learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow: access lasts 60 days. Only some applications get refresh
// tokens. Posting for organizations, and reading posts back, needs an application that LinkedIn approved for community management.

const MEMBER_SCOPES = ['openid', 'profile', 'w_member_social']
const ORGANIZATION_SCOPES = ['w_organization_social', 'r_organization_social', 'r_organization_admin']

const grantSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
})

const tokenSchema = z.object({
  active: z.boolean(),
  expires_at: z.number().optional(),
  scope: z.string().optional(),
})

/** The application that the operator registered with LinkedIn. Throws `invalid_parameter` if there is none. */
function application({ settings: { linkedin } }: NetworkContext): {
  client_id: string
  client_secret: string
} {
  const { clientId, clientSecret } = linkedin
  if (clientId !== null && clientSecret !== null) return { client_id: clientId, client_secret: clientSecret }
  throw new AppError(
    'invalid_parameter',
    'LinkedIn needs an application of its own: register one at developer.linkedin.com and set TIDINGS_LINKEDIN_CLIENT_ID and TIDINGS_LINKEDIN_CLIENT_SECRET.',
  )
}

async function ask<T>(
  context: NetworkContext,
  path: string,
  parameters: Record<string, string>,
  schema: z.ZodType<T>,
): Promise<T> {
  const body = new URLSearchParams({ ...parameters, ...application(context) })
  const { siteUrl } = context.settings.linkedin
  const url = `${siteUrl}/oauth/v2/${path}`
  const response = await sendRest(context.fetchFrom(siteUrl), { method: 'POST', url, body })
  if (response.ok) return answerOf('LinkedIn', response, schema)
  const failure = await failureOf(context, response)
  // If LinkedIn refuses a grant, a person has to reconnect, whatever the status of the answer.
  throw failure instanceof NetworkFailure && failure.reason === 'rejected'
    ? new NetworkFailure('unauthorized', failure.message)
    : failure
}

async function requestTokens(
  context: NetworkContext,
  parameters: Record<string, string>,
): Promise<Credentials & { scope: string | undefined }> {
  const grant = await ask(context, 'accessToken', parameters, grantSchema)
  return {
    expiresAt: context.clock.now() + grant.expires_in * 1_000,
    tokens: { access: grant.access_token, ...(grant.refresh_token && { refresh: grant.refresh_token }) },
    scope: grant.scope,
  }
}

/** Gets new tokens with the refresh token. Throws `unauthorized` if LinkedIn gave none. */
export async function refreshTokens(context: NetworkContext, { tokens }: Credentials): Promise<Credentials> {
  if (tokens.refresh === undefined)
    throw new NetworkFailure('unauthorized', "LinkedIn's access of 60 days has ended or was revoked.")
  const parameters = { grant_type: 'refresh_token', refresh_token: tokens.refresh }
  const fresh = await requestTokens(context, parameters)
  return { expiresAt: fresh.expiresAt, tokens: { ...tokens, ...fresh.tokens } }
}

/** Connects with an access token. `handle` names an organization, or is null for the member. */
export async function connectWithToken(
  context: NetworkContext,
  handle: string | null,
  token: string,
): Promise<Connection> {
  const {
    active,
    expires_at: end,
    scope = '',
  } = await ask(context, 'introspectToken', { token }, tokenSchema)
  if (!active) throw new NetworkFailure('unauthorized', 'LinkedIn says that the access token has ended.')
  requireScopes(scope, handle)
  const credentials = { expiresAt: end === undefined ? null : end * 1_000, tokens: { access: token } }
  return connectionWith(context, handle, credentials)
}

function requireScopes(granted: string, handle: string | null): void {
  const all = granted.split(/[\s,]+/)
  const missing = scopesFor(handle).filter(scope => !all.includes(scope))
  if (missing.length > 0)
    throw new NetworkFailure(
      'unauthorized',
      `LinkedIn did not grant ${missing.join(', ')}.${organizationIn(handle) === null ? '' : ' Posts of organizations need an application that LinkedIn approved for them.'}`,
    )
}

const scopesFor = (handle: string | null): string[] =>
  organizationIn(handle) === null ? MEMBER_SCOPES : ORGANIZATION_SCOPES

/** Matches `NAME`, `company/NAME` or the address of an organization's page. */
const ORGANIZATION = /^(?:(?:https?:\/\/)?(?:\w{2,3}\.)?linkedin\.com\/)?(?:company\/)?([\w-]{1,100})\/?$/

/** The name of an organization; null for a member. Throws `invalid_parameter`. */
function organizationIn(handle: string | null): string | null {
  if (!handle) return null
  const name = ORGANIZATION.exec(handle)?.[1]
  if (name !== undefined) return name
  throw new AppError(
    'invalid_parameter',
    `An organization is given as company/NAME, as in the address of its page; got ${quoted(handle)}.`,
  )
}

const connectionWith = async (
  context: NetworkContext,
  handle: string | null,
  credentials: Credentials,
): Promise<Connection> => ({
  instance: context.settings.linkedin.siteUrl,
  profile: await profileOf(context, new LinkedInApi(context, credentials.tokens.access ?? ''), handle),
  limits: LINKEDIN_LIMITS,
  credentials,
})

/** The profile of the member, or of the organization with that handle. Its id is the URN that LinkedIn gives as the author of posts. */
export async function profileOf(
  { settings }: NetworkContext,
  api: LinkedInApi,
  handle: string | null,
): Promise<Profile> {
  const name = organizationIn(handle)
  const { siteUrl: url } = settings.linkedin
  if (name === null) {
    const member = await api.call({ method: 'GET', path: '/v2/userinfo' }, memberSchema)
    const title = quoted(member.name)
    return {
      ...{ id: `urn:li:person:${member.sub}`, handle: title, name: title, url },
      avatarUrl: member.picture ?? null,
    }
  }
  const query = new URLSearchParams({ q: 'vanityName', vanityName: name })
  const answer = await api.call({ method: 'GET', path: `/rest/organizations?${query}` }, organizationsSchema)
  const [found] = answer.elements
  if (!found) throw new NetworkFailure('rejected', `LinkedIn has no organization ${quoted(name)}.`)
  return {
    ...{
      id: `urn:li:organization:${found.id}`,
      handle: `company/${name}`,
      name: quoted(found.localizedName, name),
    },
    ...{ avatarUrl: null, url: `${url}/company/${name}/` },
  }
}

export const linkedInOAuth: NetworkOAuth = {
  async start(context, { handle, returnUrl }) {
    const state = newSecretText()
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: application(context).client_id,
      redirect_uri: returnUrl,
      scope: scopesFor(handle).join(' '),
      state,
    })
    const url = `${context.settings.linkedin.siteUrl}/oauth/v2/authorization?${query}`
    return { url, state, kept: { handle: handle ?? '' } }
  },
  async finish(context, { parameters, kept, returnUrl }) {
    const code = parameters.get('code')
    if (code === null) throw notConnected('LinkedIn', LINKEDIN_WORDS, parameters)
    const grant = { grant_type: 'authorization_code', code, redirect_uri: returnUrl }
    const { scope, ...credentials } = await requestTokens(context, grant)
    const { handle = null } = kept
    if (scope !== undefined) requireScopes(scope, handle)
    return connectionWith(context, handle, credentials)
  },
}
