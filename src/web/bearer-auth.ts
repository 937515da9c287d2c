import { permits } from '#auth/tokens.ts'
import type { Credential, TokenVerifier } from '#auth/verifier.ts'
import { HttpError } from './problems.ts'

/** The token after `Bearer` (RFC 6750, section 2.1); null if there is none, or if the scheme is another one. */
export function bearerOf(authorization: string | undefined): string | null {
  const [, scheme, text] = /^(\S+) +(\S.*)$/.exec(authorization?.trim() ?? '') ?? []
  return scheme?.toLowerCase() === 'bearer' && text ? text : null
}

/** The resource that a bearer token gives access to. */
interface ProtectedResource {
  scope: string
  /** URL of the RFC 9728 metadata, which each challenge names. */
  metadata?: string
}

/**
 * Returns a function that checks an `Authorization` header and returns the credential. The function throws
 * `unauthorized` or `insufficient_scope` with a challenge (RFC 6750, section 3), which has no error code if
 * no token was sent. It never tells why a token is invalid.
 */
export function createBearerAuth(
  verify: TokenVerifier,
  { scope, metadata }: ProtectedResource,
): (authorization: string | undefined) => Promise<Credential> {
  const where: Record<string, string> = metadata === undefined ? {} : { resource_metadata: metadata }
  return async authorization => {
    const text = bearerOf(authorization)
    // The challenge tells a new client which scope to request.
    if (text === null)
      throw metadata === undefined
        ? new HttpError('unauthorized', NO_TOKEN, challenge(where))
        : new HttpError('unauthorized', SIGN_IN, challenge({ ...where, scope }))
    const credential = await verify(text)
    if (credential === null) {
      const headers = challenge({ error: 'invalid_token', error_description: BAD_TOKEN, ...where })
      throw new HttpError('unauthorized', BAD_TOKEN, headers)
    }
    if (permits(credential, scope)) return credential
    const headers = challenge({ error: 'insufficient_scope', scope, ...where })
    throw new HttpError('insufficient_scope', `The token does not permit ${scope}.`, headers)
  }
}

const NO_TOKEN = 'Send a token of the account: Authorization: Bearer tid_…'
const SIGN_IN = 'Sign in with OAuth, or send a token that was made for the MCP server.'
const BAD_TOKEN = 'The token is unknown, expired, revoked or made for another interface.'

function challenge(parameters: Record<string, string>): Record<string, string> {
  const all = Object.entries({ realm: 'Tidings', ...parameters })
  return { 'WWW-Authenticate': `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}` }
}
