import { sql } from 'kysely'
import { z } from 'zod'
import { type Clock, HOUR_MS, type Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { isUuid, type WriteContext } from '#platform/ids.ts'
import { clip, safeLine } from '#platform/text.ts'
import { OAuthError } from './error.ts'
import { isAllowedRedirectUri } from './redirects.ts'

/** An OAuth client. Its metadata is unverified, except for its redirect URIs. */
export interface OAuthClient {
  /** A UUID for a registered client, else the URL of its metadata document. */
  id: string
  name: string
  redirectUris: readonly string[]
}

const MOST_ADDRESSES = 20
/** Limit for all redirect URIs of a client together. */
const MOST_ADDRESS_BYTES = 4_000
const MOST_NAME = 80
const NAMELESS = 'Unnamed app'

/** The fields of RFC 7591 §2 that we use; others are ignored, as the standard requires. */
const METADATA = z.object({
  client_name: z.string().optional().catch(undefined),
  redirect_uris: z
    .array(z.string())
    .min(1)
    .max(MOST_ADDRESSES)
    .refine(addresses => Buffer.byteLength(JSON.stringify(addresses)) <= MOST_ADDRESS_BYTES),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
})

type ClientMetadata = z.infer<typeof METADATA>

/** Validates client metadata. Throws `invalid_client_metadata` or `invalid_redirect_uri`. */
export function clientMetadataFrom(given: unknown): ClientMetadata {
  const read = METADATA.safeParse(given)
  if (!read.success) {
    const isAboutAddresses = read.error.issues.some(issue => issue.path[0] === 'redirect_uris')
    throw isAboutAddresses ? badAddresses() : unusable('The metadata of a client is a JSON object.')
  }
  const { grant_types = ['authorization_code'], response_types = ['code'] } = read.data
  if (!grant_types.includes('authorization_code') || !response_types.includes('code'))
    throw unusable('Clients must use the grant type authorization_code and the response type code.')
  return read.data
}

const unusable = (sentence: string) => new OAuthError('invalid_client_metadata', sentence)

const badAddresses = () =>
  new OAuthError(
    'invalid_redirect_uri',
    `redirect_uris is a list of 1 to ${MOST_ADDRESSES} addresses, of at most ${MOST_ADDRESS_BYTES} bytes together: https, http on 127.0.0.1, [::1] or localhost, cursor: or vscode:, without fragment and user name.`,
  )

/** The client's name for display: one line without invisible characters. */
export const clientName = ({ client_name = '' }: ClientMetadata): string =>
  clip(safeLine(client_name.slice(0, 1_000)), MOST_NAME) || NAMELESS

/** Limits for registered clients without a grant: their number, and their bytes together. */
const MOST_WAITING = 10_000
const MOST_WAITING_BYTES = 8 * 1024 * 1024
/** Registrations newer than this are never deleted to make room. */
const RECENT_MS = HOUR_MS
const DELETED_AT_ONCE = 100

/** Validates a registration. Throws `invalid_client_metadata` or `invalid_redirect_uri`. */
export function registrationFrom(given: unknown): ClientMetadata {
  const metadata = clientMetadataFrom(given)
  if (!metadata.redirect_uris.every(isAllowedRedirectUri)) throw badAddresses()
  return metadata
}

/**
 * Registers a client (RFC 7591). Registration is open: it gives an id and no access. When there are too many clients without a grant,
 * the oldest are deleted. Throws `unavailable` when all of them are recent.
 */
export async function registerClient(
  tx: Tx,
  { clock, ids }: WriteContext,
  metadata: ClientMetadata,
): Promise<OAuthClient & { createdAt: Instant }> {
  await makeRoom(tx, clock.now())
  const client = {
    id: ids.next(),
    name: clientName(metadata),
    redirectUris: metadata.redirect_uris,
    createdAt: clock.now(),
  }
  await tx
    .insertInto('oauth_client')
    .values({
      id: client.id,
      name: client.name,
      redirect_uris: JSON.stringify(client.redirectUris),
      created_at: client.createdAt,
      granted_at: null,
    })
    .execute()
  return client
}

async function makeRoom(tx: Tx, now: Instant): Promise<void> {
  if (await hasRoom(tx)) return
  const oldest = tx
    .selectFrom('oauth_client')
    .select('id')
    .where('granted_at', 'is', null)
    .where('created_at', '<', now - RECENT_MS)
    .orderBy('created_at')
    .orderBy('id')
    .limit(DELETED_AT_ONCE)
  await tx.deleteFrom('oauth_client').where('id', 'in', oldest).where('granted_at', 'is', null).execute()
  if (!(await hasRoom(tx)))
    throw new AppError('unavailable', 'Too many clients wait to be let in. Register again later.')
}

async function hasRoom(tx: Tx): Promise<boolean> {
  const { count, bytes } = await tx
    .selectFrom('oauth_client')
    .select(build => [
      build.fn.countAll<number | string>().as('count'),
      sql<number | string | null>`sum(octet_length(name) + octet_length(redirect_uris))`.as('bytes'),
    ])
    .where('granted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count) < MOST_WAITING && Number(bytes ?? 0) < MOST_WAITING_BYTES
}

/** The registered client with this id; null when there is none. */
export async function registeredClient(db: Reader, id: string): Promise<OAuthClient | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('oauth_client').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { id, name: row.name, redirectUris: JSON.parse(row.redirect_uris) } : null
}

/** Stores the client with its current name, and that it was granted access. */
export async function recordClientGrant(
  tx: Tx,
  clock: Clock,
  { id, name, redirectUris }: OAuthClient,
): Promise<void> {
  const now = clock.now()
  const seen = { name, redirect_uris: JSON.stringify(redirectUris), granted_at: now }
  await tx
    .insertInto('oauth_client')
    .values({ id, created_at: now, ...seen })
    .onConflict(conflict => conflict.column('id').doUpdateSet(seen))
    .execute()
}
