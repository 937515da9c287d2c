import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { memoizeOnce } from '#platform/cache.ts'
import { AppError } from '#platform/errors.ts'

/** The OpenID Connect provider that the operator configured, and the credentials of Tidings there. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** The provider's name on the button. */
  name: string
  /** Domains whose addresses count as proven although the provider does not say so. */
  trustedDomains: readonly string[]
}

/** The values that the browser which began a sign-in has to bring back with the response. */
export const CHECKS = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })
type Checks = z.infer<typeof CHECKS>

/** What the provider says about a person. */
export interface Identity {
  issuer: string
  /** Unique and permanent at this issuer. */
  subject: string
  /** Null if the provider does not report it. */
  email: string | null
  isProven: boolean
  name: string
}

export interface OidcProvider {
  /** The address to send a browser to. Throws `unavailable` when the provider cannot be reached or is not the configured one. */
  begin(redirectUri: string): Promise<{ url: URL; checks: Checks }>
  /**
   * Exchanges the code in the response and gives the identity of a verified ID token. Throws `invalid_parameter` for a response that
   * fails a check, `insufficient_scope` when the person or the provider declined, and `unavailable` when the provider cannot be reached.
   */
  finish(response: URLSearchParams, redirectUri: string, checks: Checks): Promise<Identity>
}

const CLOCK_TOLERANCE_S = 60
const CLAIMS = z.object({
  email: z.string().optional(),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
})

/** Opens the provider. Its endpoints and keys are discovered by the first sign-in, and again after a failure. `fetch` is guarded. */
export function openProvider(settings: OidcSettings, fetch: typeof globalThis.fetch): OidcProvider {
  const issuer = new URL(settings.issuer)
  const client: oauth.Client = {
    client_id: settings.clientId,
    [oauth.clockTolerance]: CLOCK_TOLERANCE_S,
  }
  // Without TLS only if the operator configured an issuer without it.
  const options = { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: issuer.protocol === 'http:' }
  const discover = memoizeOnce(async () =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options)),
  )

  async function identityOf(server: oauth.AuthorizationServer, tokens: oauth.TokenEndpointResponse) {
    const token = oauth.getValidatedIdTokenClaims(tokens)
    if (!token) throw new Error('The response has no ID token.')
    if (token.sub.trim() === '') throw new Error('The ID token has an empty subject.')
    const inToken = CLAIMS.parse(token)
    if (inToken.email !== undefined || server.userinfo_endpoint === undefined)
      return identityFrom(settings, token, inToken)
    const answer = await oauth.userInfoRequest(server, client, tokens.access_token, options)
    const told = CLAIMS.parse(await oauth.processUserInfoResponse(server, client, token.sub, answer))
    return identityFrom(settings, token, { ...inToken, ...told })
  }

  return {
    async begin(redirectUri) {
      const server = await discover().catch(cause => {
        throw unreachable(settings, cause)
      })
      const checks: Checks = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        verifier: oauth.generateRandomCodeVerifier(),
      }
      if (server.authorization_endpoint === undefined) throw unreachable(settings)
      const url = new URL(server.authorization_endpoint)
      const parameters = {
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return { url, checks }
    },
    async finish(response, redirectUri, { state, nonce, verifier }) {
      try {
        const server = await discover()
        // This also compares the issuer in the response, which reveals a mix-up of providers (RFC 9207).
        const valid = oauth.validateAuthResponse(server, client, response, state)
        const proof = clientProof(server, settings.clientSecret)
        const answer = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          proof,
          valid,
          redirectUri,
          verifier,
          options,
        )
        const expected = { expectedNonce: nonce, requireIdToken: true }
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, expected)
        await oauth.validateApplicationLevelSignature(server, answer, options)
        return await identityOf(server, tokens)
      } catch (error) {
        throw refusalOf(settings, error)
      }
    },
  }
}

/** The client's credentials: in the body if the provider accepts them there, because encodings of the header differ between providers. */
function clientProof(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_post')
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret)
}

function identityFrom(
  { trustedDomains }: OidcSettings,
  { iss, sub }: oauth.IDToken,
  { email, email_verified: verified, name = '' }: z.infer<typeof CLAIMS>,
): Identity {
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase() ?? ''
  const isProven = verified === undefined ? trustedDomains.includes(domain) : String(verified) === 'true'
  return { issuer: iss, subject: sub, email: email ?? null, isProven, name }
}

const unreachable = ({ name }: OidcSettings, cause?: unknown) =>
  new AppError(
    'unavailable',
    `Signing in with ${name} is not available right now. Sign in another way, or try again later.`,
    { cause },
  )

function refusalOf(settings: OidcSettings, cause: unknown): AppError {
  if (cause instanceof oauth.AuthorizationResponseError)
    return new AppError('insufficient_scope', `${settings.name} did not sign you in.`, { cause })
  if (cause instanceof AppError) return unreachable(settings, cause)
  return new AppError('invalid_parameter', `The response of ${settings.name} is not valid.`, { cause })
}
