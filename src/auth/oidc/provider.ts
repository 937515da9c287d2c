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

const CLOCK_TOLERANCE_S = 60
const CLAIMS = z.object({
  email: z.string().optional(),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
})

/** The provider. Its endpoints and keys are discovered by the first sign-in, and again after a failure. `fetch` is guarded. */
export class OidcProvider {
  readonly #settings: OidcSettings
  readonly #client: oauth.Client
  readonly #options: { [oauth.customFetch]: typeof globalThis.fetch; [oauth.allowInsecureRequests]: boolean }
  readonly #discover: () => Promise<oauth.AuthorizationServer>

  constructor(settings: OidcSettings, fetch: typeof globalThis.fetch) {
    const issuer = new URL(settings.issuer)
    this.#settings = settings
    this.#client = { client_id: settings.clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE_S }
    // Without TLS only if the operator configured an issuer without it.
    this.#options = { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: issuer.protocol === 'http:' }
    this.#discover = memoizeOnce(async () =>
      oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, this.#options)),
    )
  }

  /** The address to send a browser to. Throws `unavailable` when the provider cannot be reached or is not the configured one. */
  async begin(redirectUri: string): Promise<{ url: URL; checks: Checks }> {
    const server = await this.#discover().catch(cause => {
      throw unreachable(this.#settings, cause)
    })
    const checks: Checks = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    }
    if (server.authorization_endpoint === undefined) throw unreachable(this.#settings)
    const url = new URL(server.authorization_endpoint)
    const parameters = {
      client_id: this.#settings.clientId,
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
  }

  /**
   * Exchanges the code in the response and gives the identity of a verified ID token. Throws `invalid_parameter` for a response that
   * fails a check, `insufficient_scope` when the person or the provider declined, and `unavailable` when the provider cannot be reached.
   */
  async finish(response: URLSearchParams, redirectUri: string, checks: Checks): Promise<Identity> {
    try {
      const server = await this.#discover()
      return await this.#identityOf(server, await this.#exchange(server, response, redirectUri, checks))
    } catch (error) {
      throw refusalOf(this.#settings, error)
    }
  }

  async #exchange(
    server: oauth.AuthorizationServer,
    response: URLSearchParams,
    redirectUri: string,
    { state, nonce, verifier }: Checks,
  ): Promise<oauth.TokenEndpointResponse> {
    // This also compares the issuer in the response, which reveals a mix-up of providers (RFC 9207).
    const valid = oauth.validateAuthResponse(server, this.#client, response, state)
    const proof = clientProof(server, this.#settings.clientSecret)
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      this.#client,
      proof,
      valid,
      redirectUri,
      verifier,
      this.#options,
    )
    const expected = { expectedNonce: nonce, requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(server, this.#client, answer, expected)
    await oauth.validateApplicationLevelSignature(server, answer, this.#options)
    return tokens
  }

  async #identityOf(
    server: oauth.AuthorizationServer,
    tokens: oauth.TokenEndpointResponse,
  ): Promise<Identity> {
    const token = oauth.getValidatedIdTokenClaims(tokens)
    if (!token) throw new Error('The response has no ID token.')
    if (token.sub.trim() === '') throw new Error('The ID token has an empty subject.')
    const inToken = CLAIMS.parse(token)
    if (inToken.email !== undefined || server.userinfo_endpoint === undefined)
      return identityFrom(this.#settings, token, inToken)
    const answer = await oauth.userInfoRequest(server, this.#client, tokens.access_token, this.#options)
    const told = CLAIMS.parse(await oauth.processUserInfoResponse(server, this.#client, token.sub, answer))
    return identityFrom(this.#settings, token, { ...inToken, ...told })
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
