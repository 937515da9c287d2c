import { LRUCache } from 'lru-cache'
import { type Clock, type Instant, MINUTE_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { clip, safeLine } from '#platform/text.ts'
import { clientMetadataFrom, clientName, type OAuthClient, registeredClient } from './clients.ts'
import { isAllowedRedirectUri } from './redirects.ts'
import { UntrustedClientError } from './request.ts'

/** Limits of the guarded client for metadata documents, which are small. */
export const DOCUMENT_LIMITS = { timeoutMs: 5_000, idleMs: 3_000, maxBytes: 16 * 1024, maxRedirects: 0 }

/** How long a document is cached, and how long a failure, in milliseconds. */
const KEPT_MS = 5 * MINUTE_MS
const FAILURE_KEPT_MS = 30_000
const MOST_KEPT = 1_000
const MOST_ADDRESS = 2_000

/** Authentication methods with a shared secret, which a public document cannot have. */
const SHARED_SECRET = /^client_secret_/

/** True for a client id that is the URL of a metadata document (draft-ietf-oauth-client-id-metadata-document §3). */
export function isClientDocumentUrl(id: string): boolean {
  const url = URL.parse(id)
  return (
    url !== null &&
    id.length <= MOST_ADDRESS &&
    url.protocol === 'https:' &&
    url.href === id &&
    url.pathname !== '/' &&
    url.username === '' &&
    url.password === '' &&
    !id.includes('#')
  )
}

/** Gives the client at the URL of a metadata document. Throws `UntrustedClientError`. */
export type ClientDocuments = (address: string) => Promise<OAuthClient>

interface Kept {
  client: Promise<OAuthClient>
  until: Instant
}

/** Fetches and caches metadata documents. `fetch` must be guarded, because the URL is untrusted. Concurrent calls share one request. */
export function createClientDocuments(fetch: typeof globalThis.fetch, clock: Clock): ClientDocuments {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT })
  return async address => {
    const now = clock.now()
    const known = kept.get(address)
    if (known && known.until > now) return known.client
    const entry: Kept = { client: read(fetch, address), until: now + KEPT_MS }
    kept.set(address, entry)
    entry.client.catch(() => {
      entry.until = now + FAILURE_KEPT_MS
    })
    return entry.client
  }
}

async function read(fetch: typeof globalThis.fetch, address: string): Promise<OAuthClient> {
  try {
    return clientFrom(address, await documentAt(fetch, address))
  } catch (error) {
    throw new UntrustedClientError(UNUSABLE, { cause: error })
  }
}

/** The same message for every failure: a reason would reveal what this server can reach. The cause is logged. */
const UNUSABLE = 'The document that describes the app cannot be used. Ask the developer of the app.'

/** Redirects are not followed, because the URL is the client's identity. */
async function documentAt(fetch: typeof globalThis.fetch, address: string): Promise<unknown> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, redirect: 'error' })
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status !== 200 || !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    await response.body?.cancel()
    throw new Error(`The server answers ${response.status}, as ${clip(safeLine(type), 60) || 'nothing'}.`)
  }
  return JSON.parse(await response.text())
}

function clientFrom(address: string, document: unknown): OAuthClient {
  const metadata = clientMetadataFrom(document)
  if (!isFor(address, document)) throw new Error('The document is about another client_id.')
  if (SHARED_SECRET.test(metadata.token_endpoint_auth_method ?? ''))
    throw new Error('It asks for a client secret, which anyone could read there.')
  const redirectUris = metadata.redirect_uris.filter(isAllowedRedirectUri)
  return { id: address, name: clientName(metadata), redirectUris }
}

const isFor = (address: string, document: unknown): boolean =>
  typeof document === 'object' &&
  document !== null &&
  'client_id' in document &&
  document.client_id === address

/** Returns a function that finds a client by its id; throws `UntrustedClientError` for an unknown one. */
export function clientLookup(db: Database, documents: ClientDocuments): (id: string) => Promise<OAuthClient> {
  return async id => {
    if (isClientDocumentUrl(id)) return documents(id)
    const client = await registeredClient(db.read, id)
    if (client) return client
    throw new UntrustedClientError('The app is not registered here, or no longer. Connect it again.')
  }
}
