import type { Clock, Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { addressKey, type MailAddress } from '#platform/mail/address.ts'

/** Why an address gets no more mail: mail to it came back for good, or its owner called our mail unwanted. */
export type SuppressionReason = 'bounced' | 'complained'

export interface Suppression {
  /** In lower case. */
  address: string
  reason: SuppressionReason
  at: Instant
}

/** From now on these get no more mail. However often and in whatever order it is told, a complaint outweighs a bounce. */
export async function suppressAddresses(
  tx: Tx,
  clock: Clock,
  addresses: readonly MailAddress[],
  reason: SuppressionReason,
): Promise<void> {
  const keys = [...new Set(addresses.map(addressKey))].sort()
  if (keys.length === 0) return
  const suppressed_at = clock.now()
  await tx
    .insertInto('mail_suppression')
    .values(keys.map(address_key => ({ address_key, reason, suppressed_at })))
    .onConflict(conflict =>
      reason === 'complained'
        ? conflict.column('address_key').doUpdateSet({ reason })
        : conflict.column('address_key').doNothing(),
    )
    .execute()
}

/** Null: mail may be sent. */
export async function suppressionOf(db: Reader, address: MailAddress): Promise<SuppressionReason | null> {
  const row = await db
    .selectFrom('mail_suppression')
    .select('reason')
    .where('address_key', '=', addressKey(address))
    .executeTakeFirst()
  return row ? reasonFrom(row.reason) : null
}

/** The newest first. */
export async function listSuppressions(db: Reader): Promise<Suppression[]> {
  const rows = await db
    .selectFrom('mail_suppression')
    .selectAll()
    .orderBy('suppressed_at', 'desc')
    .orderBy('address_key')
    .execute()
  return rows.map(row => ({
    address: row.address_key,
    reason: reasonFrom(row.reason),
    at: row.suppressed_at,
  }))
}

/** The address gets mail again; gives false where it always did. */
export async function liftSuppression(tx: Tx, address: MailAddress): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mail_suppression')
    .where('address_key', '=', addressKey(address))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const reasonFrom = (text: string): SuppressionReason => (text === 'complained' ? 'complained' : 'bounced')

/** What the mail provider tells of mail that it took. `bounced`: for good; mail that is late or comes back for now is no event. */
export interface MailEvent {
  type: 'mail'
  outcome: 'bounced' | 'complained' | 'delivered'
  addresses: MailAddress[]
}

/**
 * A delivered mail changes nothing, and least of all does it end a suppression: events come in any order, and an address that once
 * complained may well be reached.
 */
export async function applyMailEvent(tx: Tx, clock: Clock, event: MailEvent): Promise<void> {
  if (event.outcome !== 'delivered') await suppressAddresses(tx, clock, event.addresses, event.outcome)
}
