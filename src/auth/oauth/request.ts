import { READ_HIGHLIGHTS } from '../tokens.ts'
import type { OAuthClient } from './clients.ts'
import { OAuthError, type OAuthErrorCode } from './error.ts'
import { matchesRegistered } from './redirects.ts'

/** A valid authorization request. */
export interface AuthorizationRequest {
  client: OAuthClient
  redirectUri: string
  /** Opaque value that is returned to the client. */
  state: string | null
  challenge: string
  resource: string
  scope: string
}

/** An invalid request of a known client, which may be told why. */
export interface InvalidRequest extends Pick<AuthorizationRequest, 'client' | 'redirectUri' | 'state'> {
  error: OAuthError
}

/** The client or its redirect URI is unknown, so the error is shown to the person and not sent to the client. */
export class UntrustedClientError extends Error {}

/** Longest query, in characters. */
const MOST = 8_000

/** Known parameters; others are ignored (RFC 6749 §3.1). */
const PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'response_mode',
  'resource',
]

/** The query without unknown parameters. */
export function knownParameters(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => PARAMETERS.includes(name)))
}

/** Reads an authorization request (RFC 6749 §4.1.1, RFC 7636, RFC 8707). `Untrusted` for a client or an address that is not known. */
export async function parseAuthorizationRequest(
  {
    clientOf,
    resource,
  }: {
    /** Throws `UntrustedClientError` for an unknown client. */
    clientOf(id: string): Promise<OAuthClient>
    /** The only protected resource. */
    resource: string
  },
  query: URLSearchParams,
): Promise<AuthorizationRequest | InvalidRequest> {
  if (query.toString().length > MOST) throw new UntrustedClientError('The request is too long.')
  const client = await clientOf(once(query, 'client_id'))
  const redirectUri = once(query, 'redirect_uri')
  if (!matchesRegistered(client.redirectUris, redirectUri)) {
    throw new UntrustedClientError('The redirect address is not one that the app has registered.')
  }
  const asked = { client, redirectUri, state: query.get('state') }
  try {
    return { ...asked, ...termsOf(query, resource) }
  } catch (error) {
    if (error instanceof OAuthError) return { ...asked, error: error }
    throw error
  }
}

/** A parameter that must occur exactly once: parsers disagree about repeated ones. */
function once(query: URLSearchParams, name: string): string {
  const [value = '', ...more] = query.getAll(name)
  if (value !== '' && more.length === 0) return value
  throw new UntrustedClientError(`The request must contain ${name} exactly once.`)
}

const CHALLENGE = /^[\w-]{43}$/

function termsOf(
  query: URLSearchParams,
  resource: string,
): Pick<AuthorizationRequest, 'challenge' | 'resource' | 'scope'> {
  for (const name of new Set(query.keys()))
    if (query.getAll(name).length > 1)
      throw fault(
        name === 'resource' ? 'invalid_target' : 'invalid_request',
        `${name} is given more than once.`,
      )
  if (query.get('response_type') !== 'code')
    throw fault('unsupported_response_type', 'response_type must be code.')
  if ((query.get('response_mode') ?? 'query') !== 'query')
    throw fault('invalid_request', 'response_mode must be query.')
  const challenge = query.get('code_challenge') ?? ''
  if (query.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))
    throw fault('invalid_request', 'PKCE is needed: code_challenge, and S256 as code_challenge_method.')
  requireResource(query.get('resource'), resource)
  return { challenge, resource, scope: scopeFrom(query.get('scope')) }
}

/** Throws `invalid_target` for another resource than ours, with or without a slash at its end. Null means ours, the only one. */
export function requireResource(asked: string | null, resource: string): void {
  if (
    asked !== null &&
    URL.parse(asked)?.href.replace(/\/$/, '') !== new URL(resource).href.replace(/\/$/, '')
  )
    throw fault('invalid_target', `The only resource here is ${resource}`)
}

/** The granted scope. Clients may request scopes that do not exist. Throws `invalid_scope`. */
export function scopeFrom(asked: string | null): string {
  if (asked === null || asked.split(' ').includes(READ_HIGHLIGHTS)) return READ_HIGHLIGHTS
  throw fault('invalid_scope', `The only scope here is ${READ_HIGHLIGHTS}`)
}

const fault = (code: OAuthErrorCode, sentence: string) => new OAuthError(code, sentence)
