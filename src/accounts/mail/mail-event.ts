import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { MailAddress } from '#platform/mail/address.ts'
import { suppressAddresses } from './suppressions.ts'

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
