import type { Clock, Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { addressKey, type MailAddress } from '#platform/mail/address.ts'

/** Why an address gets no more mail: a permanent bounce, or a spam complaint. */
export type SuppressionReason = 'bounced' | 'complained'

export interface Suppression {
  /** The mail address in lower case. */
  address: string
  reason: SuppressionReason
  at: Instant
}

/** Suppresses addresses. A complaint overrides a bounce, in any order. */
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

/** Why the address is suppressed; null when it is not. */
export async function suppressionOf(db: Reader, address: MailAddress): Promise<SuppressionReason | null> {
  const row = await db
    .selectFrom('mail_suppression')
    .select('reason')
    .where('address_key', '=', addressKey(address))
    .executeTakeFirst()
  return row?.reason ?? null
}

/** All suppressions, newest first. */
export async function listSuppressions(db: Reader): Promise<Suppression[]> {
  return db
    .selectFrom('mail_suppression')
    .select(['address_key as address', 'reason', 'suppressed_at as at'])
    .orderBy('suppressed_at', 'desc')
    .orderBy('address_key')
    .execute()
}

/** Removes a suppression. Gives false when there was none. */
export async function liftSuppression(tx: Tx, address: MailAddress): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mail_suppression')
    .where('address_key', '=', addressKey(address))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A delivery event of the mail provider. `bounced` is permanent; temporary failures are not reported. */
export interface MailEvent {
  type: 'mail'
  outcome: 'bounced' | 'complained' | 'delivered'
  addresses: MailAddress[]
}

/**
 * Suppresses bounced and complained addresses. A delivery does not lift a suppression: events arrive in any order, and mail to an
 * address that complained may still be delivered.
 */
export async function applyMailEvent(tx: Tx, clock: Clock, event: MailEvent): Promise<void> {
  if (event.outcome !== 'delivered') await suppressAddresses(tx, clock, event.addresses, event.outcome)
}
