import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { Tickets } from '#platform/tickets.ts'

const CODES = 10
/** The length of a code. With five bits for each character, a fast hash is safe. */
const CHARACTERS = 16
/** Crockford's Base32: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** The code as stored: without characters that people add when they type it, and with mistaken ones corrected. */
const normalized = (given: string): string =>
  given
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')

function newCode(): string {
  const characters = [...randomBytes(CHARACTERS)].map(byte => ALPHABET.charAt(byte % ALPHABET.length))
  return [0, 4, 8, 12].map(start => characters.slice(start, start + 4).join('')).join('-')
}

const CODES_LEFT = new Tickets('recovery code')

/** Gives a person with a second factor new recovery codes. The previous codes become invalid. */
export async function renewRecoveryCodes(tx: Tx, clock: Clock, personId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await CODES_LEFT.withdraw(tx, { personId })
  for (const code of codes)
    await CODES_LEFT.issue(tx, clock, { secret: normalized(code), personId, data: null, lifetimeMs: null })
  return codes
}

/** Uses up a recovery code. False if the person has no such code; of two concurrent calls, one gets true. */
export const redeemRecoveryCode = async (
  tx: Tx,
  clock: Clock,
  personId: string,
  given: string,
): Promise<boolean> => (await CODES_LEFT.use(tx, clock, normalized(given), personId)) !== null

/** How many recovery codes the person has left. */
export const countRecoveryCodes = async (db: Reader, personId: string): Promise<number> =>
  (await CODES_LEFT.list(db, { personId })).length
