import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

/** Somewhere that a person is signed in. */
export interface Session {
  id: string
  beganAt: Instant
  /** To the day. */
  lastSeenAt: Instant
  /** As the browser called itself. */
  userAgent: string | null
  address: string | null
}

/** Those that have not ended, the last seen first. */
export async function listSessions(db: Reader, personId: string, now: Instant): Promise<Session[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'created_at', 'updated_at', 'user_agent', 'ip_address'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    beganAt: row.created_at,
    lastSeenAt: row.updated_at,
    userAgent: row.user_agent,
    address: row.ip_address,
  }))
}

/** When a link by mail began the session; null where it began otherwise or is over. */
export async function signInLinkUsedAt(db: Reader, sessionId: string): Promise<Instant | null> {
  const row = await db
    .selectFrom('session')
    .select('linked_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.linked_at ?? null
}

/** `not_found` for one that is not the person's. */
export async function endSession(tx: Tx, personId: string, sessionId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found', 'You are not signed in there any more.')
}

/** Ends the person's sessions on every device, or on all but one. */
export async function endSessions(tx: Tx, personId: string, but: string | null = null): Promise<void> {
  const all = tx.deleteFrom('session').where('person_id', '=', personId)
  await (but === null ? all : all.where('id', '<>', but)).execute()
}
