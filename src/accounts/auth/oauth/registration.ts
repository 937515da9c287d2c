import { sql } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type Ids, isUuid } from '#platform/ids.ts'
import {
  type ClientMetadata,
  clientMetadataFrom,
  clientName,
  type OAuthClient,
  requireRedirectUris,
} from './client.ts'

/** Registrations that nobody has let in yet: how many are kept, and how many bytes they may take together. */
const MOST_WAITING = 10_000
const MOST_WAITING_BYTES = 8 * 1024 * 1024
/** For so long a client is sure to find its registration when somebody lets it in. */
const RECENT_MS = 3_600_000
const DELETED_AT_ONCE = 100

/** `invalid_client_metadata` or `invalid_redirect_uri` where it cannot be used. */
export function registrationFrom(given: unknown): ClientMetadata {
  const metadata = clientMetadataFrom(given)
  requireRedirectUris(metadata.redirect_uris)
  return metadata
}

/**
 * Registers a client (RFC 7591). Anybody may: it gets nothing by it but an id. Where too many wait that nobody ever let in, the oldest
 * of them make room; `unavailable` while all of these are recent.
 */
export async function registerClient(
  tx: Tx,
  { clock, ids }: { clock: Clock; ids: Ids },
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

/** One that registered itself. */
export async function registeredClient(db: Reader, id: string): Promise<OAuthClient | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('oauth_client').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { id, name: row.name, redirectUris: JSON.parse(row.redirect_uris) } : null
}

/** Keeps in mind that somebody let it in, and what it was called then. */
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
