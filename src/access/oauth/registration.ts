import type { Reader, Tx } from '#db/schema.ts'
import type { Clock, Instant } from '#kit/clock.ts'
import { type Ids, isUuid } from '#kit/ids.ts'
import { type Client, metadataFrom, requireGoodAddresses, shownName } from './client.ts'

/** How many registrations are kept that nobody has let in yet. */
const MOST_WAITING = 10_000

/**
 * Registers a client (RFC 7591). Anybody may: it gets nothing by it but an id. Where too many wait that nobody ever let in, the oldest
 * of them makes room.
 */
export async function registerClient(
  tx: Tx,
  { clock, ids }: { clock: Clock; ids: Ids },
  given: unknown,
): Promise<Client & { createdAt: Instant }> {
  const metadata = metadataFrom(given)
  requireGoodAddresses(metadata.redirect_uris)
  await makeRoom(tx)
  const client = {
    id: ids.next(),
    name: shownName(metadata),
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

async function makeRoom(tx: Tx): Promise<void> {
  const oldest = tx
    .selectFrom('oauth_client')
    .select('id')
    .where('granted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .offset(MOST_WAITING - 1)
  await tx.deleteFrom('oauth_client').where('id', 'in', oldest).where('granted_at', 'is', null).execute()
}

/** One that registered itself. */
export async function registeredClient(db: Reader, id: string): Promise<Client | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('oauth_client').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { id, name: row.name, redirectUris: JSON.parse(row.redirect_uris) } : null
}

/** Keeps in mind that somebody let it in, and what it was called then. */
export async function noteGranted(tx: Tx, clock: Clock, { id, name, redirectUris }: Client): Promise<void> {
  const now = clock.now()
  const seen = { name, redirect_uris: JSON.stringify(redirectUris), granted_at: now }
  await tx
    .insertInto('oauth_client')
    .values({ id, created_at: now, ...seen })
    .onConflict(conflict => conflict.column('id').doUpdateSet(seen))
    .execute()
}
