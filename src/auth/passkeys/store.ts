import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

/** A passkey as its owner sees it. */
export interface Passkey {
  id: string
  /** The name of the browser that it was made with. */
  device: string
  transports: string[]
  createdAt: Instant
  lastUsedAt: Instant | null
}

/** The stored parts of a passkey that checking its signatures uses. */
export interface PublicPasskey {
  id: string
  /** The public key in COSE format, as base64url. */
  publicKey: string
  /** How often the passkey was used, by its own count; 0 if it does not count. */
  counter: number
}

/** The passkeys of a person, oldest first. */
export async function listPasskeys(db: Reader, personId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'device', 'transports', 'created_at', 'last_used_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ transports, created_at, last_used_at, ...row }) => ({
    ...row,
    transports: JSON.parse(transports),
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }))
}

/** Stores a passkey. Throws `conflict` if it is stored already. */
export async function addPasskey(
  tx: Tx,
  clock: Clock,
  personId: string,
  { id, publicKey, counter, transports, device }: PublicPasskey & Pick<Passkey, 'transports' | 'device'>,
): Promise<void> {
  await tx
    .insertInto('passkey')
    .values({
      ...{ id, person_id: personId, public_key: publicKey, counter, device },
      transports: JSON.stringify(transports),
      created_at: clock.now(),
      last_used_at: null,
    })
    .execute()
    .catch(error => {
      throw isUniqueViolation(error) ? new AppError('conflict', 'This passkey is added already.') : error
    })
}

/** Removes a passkey. Throws `not_found` if the person has no such passkey. */
export async function removePasskey(tx: Tx, personId: string, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found', 'You have no such passkey.')
}

/** Finds a passkey. Throws `not_found` if it was removed. */
export async function passkeyById(db: Reader, id: string): Promise<PublicPasskey & { personId: string }> {
  const row = await db
    .selectFrom('passkey')
    .select(['id', 'person_id as personId', 'public_key as publicKey', 'counter'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) return row
  throw new AppError('not_found', 'This passkey was removed from Tidings. Sign in another way.')
}

/** Records a use. Throws `conflict` if a concurrent use came first, which cannot be with a passkey that counts. */
export async function recordPasskeyUse(
  tx: Tx,
  clock: Clock,
  { id, counter: before }: PublicPasskey,
  counter: number,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: clock.now() })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new AppError('conflict', 'This passkey is being used elsewhere. Try again.')
}
