import { BoundedCache } from '#platform/cache.ts'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { clip, safeLine } from '#platform/text.ts'
import { clientMetadataFrom, clientName, type OAuthClient, registeredClient } from './clients.ts'
import { isAllowedRedirectUri } from './redirects.ts'
import { UntrustedClientError } from './request.ts'

/** What the guarded client is to be opened with for these: a document is one small file. */
export const DOCUMENT_LIMITS = { timeoutMs: 5_000, idleMs: 3_000, maxBytes: 16 * 1024, maxRedirects: 0 }

/** How long a document holds, and how long one that could not be read is not asked for again, in milliseconds. */
const KEPT_MS = 5 * 60_000
const FAILURE_KEPT_MS = 30_000
const MOST_KEPT = 1_000
const MOST_ADDRESS = 2_000

/** Methods by which the server of a client and we would share a secret; a document that all can read has none. */
const SHARED_SECRET = /^client_secret_/

/** True for a client id that is the address of a metadata document (draft-ietf-oauth-client-id-metadata-document §3). */
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

/** Gives clients by the address of their metadata document; throws `Untrusted`. */
export type ClientDocuments = (address: string) => Promise<OAuthClient>

interface Kept {
  client: Promise<OAuthClient>
  until: Instant
}

/** `fetch` is the guarded way out: the address is a stranger's. Of many who ask at once, one is sent. */
export function createClientDocuments(fetch: typeof globalThis.fetch, clock: Clock): ClientDocuments {
  const kept = new BoundedCache<Kept>(MOST_KEPT)
  return async address => {
    const now = clock.now()
    const known = kept.get(address)
    if (known && known.until > now) return known.client
    const entry: Kept = { client: read(fetch, address), until: now + KEPT_MS }
    kept.set(address, entry, 1)
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

/** The same whatever is wrong: a reason would tell strangers what this server can reach. The cause is for the log. */
const UNUSABLE = 'The document that describes the program cannot be used. Ask whoever makes the program.'

/** A redirect is not followed: the address is the name, and whoever it leads to has another. */
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
    throw new Error('It wants a secret that all could read.')
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
    throw new UntrustedClientError('The program is not registered here, or no longer. Let it connect anew.')
  }
}
