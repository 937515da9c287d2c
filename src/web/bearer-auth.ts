import { permits } from '#accounts/auth/tokens.ts'
import type { Credential, TokenVerifier } from '#accounts/auth/verifier.ts'
import { HttpError } from './problems.ts'

/** The token of the text after `Bearer` (RFC 6750 §2.1). Null: none was sent, or credentials of another scheme. */
function bearerOf(authorization: string | undefined): string | null {
  const [, scheme, text] = /^(\S+) +(\S.*)$/.exec(authorization?.trim() ?? '') ?? []
  return scheme?.toLowerCase() === 'bearer' && text ? text : null
}

/** What a gate protects. */
export interface ProtectedResource {
  scope: string
  /** Where its RFC 9728 metadata is, which each challenge names. */
  metadata?: string
}

/**
 * Lets through whoever has a credential in force that permits this. Else `unauthorized` or `insufficient_scope`, with a challenge
 * (RFC 6750 §3) that has no error code when no token was sent. Which of its faults a token has is not told.
 */
export function createBearerAuth(
  verify: TokenVerifier,
  { scope, metadata }: ProtectedResource,
): (authorization: string | undefined) => Promise<Credential> {
  const where: Record<string, string> = metadata === undefined ? {} : { resource_metadata: metadata }
  return async authorization => {
    const text = bearerOf(authorization)
    // A client that has nothing yet learns here what to ask for.
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
