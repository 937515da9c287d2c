import { randomBytes } from 'node:crypto'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { hashOfSecret } from '#platform/secrets.ts'

const CODES = 10
/** With five bits each, enough that a fast hash is safe. */
const CHARACTERS = 16
/** Crockford's Base32: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Without what people add when they type one, or take for another character. */
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

/** Gives a person with a second factor new recovery codes. Those from before end. */
export async function renewRecoveryCodes(tx: Tx, personId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map(code => ({ person_id: personId, hash: hashOfSecret(normalized(code)) })))
    .execute()
  return codes
}

/** Uses a recovery code up. False when the person has no such code; of two concurrent calls one gets true. */
export async function redeemRecoveryCode(tx: Tx, personId: string, given: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('hash', '=', hashOfSecret(normalized(given)))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How many the person has left. */
export async function countRecoveryCodes(db: Reader, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(build => build.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
