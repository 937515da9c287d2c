import { randomUUID } from 'node:crypto'
import type {
  Jwk,
  NodeOAuthClient,
  NodeSavedSession,
  NodeSavedState,
  OAuthClientMetadataInput,
} from '@atproto/oauth-client-node'
import { memoizeOnce } from '#platform/cache.ts'
import { AppError, causesOf, messageOf } from '#platform/errors.ts'
import { type FindApp, type NetworkContext, NetworkFailure } from '#social/network.ts'
import { inPlainWords } from '../plain-words.ts'
import { failureOfRequest, limitEnd, quoted } from '../requests.ts'
import { BLUESKY_WORDS } from './agent.ts'

// OAuth of the AT Protocol (atproto.com/specs/oauth). It requires PAR, PKCE and DPoP, and identifies clients
// by the address of their metadata.

/** The permissions to write and delete posts, and to upload pictures for them (atproto.com/specs/permission). */
export const SCOPES = ['atproto', 'repo:app.bsky.feed.post?action=create&action=delete', 'blob:image/*']

/** Only connecting and posting with OAuth load the library. */
const library = memoizeOnce(() => import('@atproto/oauth-client-node'))

/** This service as an OAuth client. */
export interface OwnClient {
  returnUrl: string
  /**
   * The private key that signs the client's requests for tokens; null on a loopback address, where servers
   * know the client without a document.
   */
  key: Jwk | null
}

/** The client of this service at its public address. Throws `invalid_parameter` if OAuth is not possible at that address. */
export async function ownClient(returnUrl: string, findApp: FindApp): Promise<OwnClient> {
  const url = new URL(returnUrl)
  // RFC 8252, section 8.3: use loopback addresses instead of names.
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  if (url.protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(url.hostname))
    return { returnUrl: url.href, key: null }
  if (url.protocol !== 'https:')
    throw new AppError(
      'invalid_parameter',
      'Bluesky allows OAuth only for a service with an https address (TIDINGS_BASE_URL). Use an app password.',
    )
  const { key = '' } = await findApp(url.origin, async () => ({ key: JSON.stringify(await newKey()) }))
  return { returnUrl, key: JSON.parse(key) }
}

async function newKey(): Promise<Jwk | undefined> {
  const { JoseKey } = await library()
  return (await JoseKey.generate(['ES256'], randomUUID())).privateJwk
}

/** Values by key for a single use of the client. What must be kept is stored with the connection. */
export class ValueStore<V> {
  readonly #values: Map<string, V>

  constructor(values: Record<string, V> = {}) {
    this.#values = new Map(Object.entries(values))
  }

  get(key: string): V | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: V): void {
    this.#values.set(key, value)
  }

  del(key: string): void {
    this.#values.delete(key)
  }

  first(): [key: string, value: V] | undefined {
    return this.#values.entries().next().value
  }
}

interface Stores {
  states?: ValueStore<NodeSavedState>
  sessions?: ValueStore<NodeSavedSession>
}

/** A client for the accounts of a server that a person named, or that the account was connected at. */
export async function openClient(
  context: NetworkContext,
  client: OwnClient,
  server: string,
  { states = new ValueStore(), sessions = new ValueStore() }: Stores = {},
): Promise<NodeOAuthClient> {
  const { NodeOAuthClient, JoseKey, buildAtprotoLoopbackClientMetadata } = await library()
  const { returnUrl, key } = client
  const { serverUrl, plcUrl } = context.settings.bluesky
  const scope = SCOPES.join(' ')
  return new NodeOAuthClient({
    clientMetadata:
      key === null
        ? buildAtprotoLoopbackClientMetadata({ scope, redirect_uris: [returnUrl] })
        : metadataOf(returnUrl, scope),
    ...(key !== null && { keyset: [await JoseKey.fromJWK(key)] }),
    fetch: secureFetch(context, server),
    // `secureFetch` decides where TLS is not required.
    allowHttp: true,
    handleResolver: serverUrl,
    plcDirectoryUrl: plcUrl,
    stateStore: states,
    sessionStore: sessions,
    // Callers already hold the lock of the social account.
    requestLock: (_, work) => work(),
  })
}

/** The metadata of the client. Its id is the address of this document. */
const metadataOf = (returnUrl: string, scope: string): OAuthClientMetadataInput =>
  ({
    client_id: new URL('client-metadata.json', returnUrl).href,
    client_name: 'Tidings',
    client_uri: new URL('/', returnUrl).href,
    redirect_uris: [returnUrl],
    scope,
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    dpop_bound_access_tokens: true,
  }) as OAuthClientMetadataInput

/**
 * A guarded fetch that also requires TLS, except for hosts that the operator allowed. Of the addresses that
 * answers name, only those of this server and of the configured ones may be private.
 */
const secureFetch = (
  { fetch, fetchFrom, isAllowedHost, settings: { bluesky } }: NetworkContext,
  server: string,
): typeof globalThis.fetch => {
  const named = new Set([server, bluesky.serverUrl, bluesky.plcUrl].map(address => new URL(address).origin))
  return async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input)
    requireSecure(asked, isAllowedHost)
    const send = named.has(asked.origin) ? fetchFrom(asked.origin) : fetch
    const url = inDirectory(asked, bluesky.plcUrl)
    return send(input instanceof Request ? new Request(url, input) : url, init)
  }
}

/** Restores the path of the directory's address, which the library drops. */
function inDirectory(url: URL, plcUrl: string): URL {
  const isIdentity = url.origin === new URL(plcUrl).origin && url.pathname.startsWith('/did%3Aplc%3A')
  return isIdentity ? new URL(plcUrl + url.pathname) : url
}

/** Throws `invalid_parameter` for an address without TLS, unless the operator allowed it. */
export function requireSecure(url: URL, isAllowedHost: NetworkContext['isAllowedHost']): void {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isAllowedHost(url))) return
  throw new AppError('invalid_parameter', `${quoted(url.host)} has to be reached by https.`)
}

/**
 * Runs a request of the client. It never posts anything, so each error becomes a `NetworkFailure`: with the
 * reason `otherwise`, unless the error says that the server refuses or cannot be reached.
 */
export async function callClient<T>(
  { clock }: NetworkContext,
  otherwise: 'rejected' | 'unreachable',
  request: () => Promise<T>,
): Promise<T> {
  const { OAuthResponseError, TokenRefreshError } = await library()
  try {
    return await request()
  } catch (error) {
    const causes = causesOf(error)
    const said = [...new Set([causes[0], causes.at(-1)].map(cause => quoted(messageOf(cause))))]
    const message = inPlainWords(BLUESKY_WORDS, said.join(' – '))
    const failure = failureOfRequest(error)
    if (failure instanceof NetworkFailure) throw failure
    const answer = causes.find(cause => cause instanceof OAuthResponseError)
    if (answer?.status === 429) throw new NetworkFailure('rate limited', message, limitEnd(clock, null))
    if (answer && answer.status >= 400 && answer.status < 500)
      throw new NetworkFailure('unauthorized', message)
    if (causes.some(cause => cause instanceof TokenRefreshError || isIssuerMismatch(cause)))
      throw new NetworkFailure('unauthorized', message)
    const isUnavailable = causes.some(cause => cause instanceof AppError && cause.code === 'unavailable')
    throw new NetworkFailure(isUnavailable ? 'unreachable' : otherwise, message)
  }
}

/** Whether the account's identity names another server than the one that answered. */
const isIssuerMismatch = (error: unknown): boolean => messageOf(error) === 'Issuer mismatch'
