import { randomBytes } from 'node:crypto'
import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { Tickets, withdrawTickets } from '#platform/tickets.ts'

/** A second factor as it is stored. */
interface StoredFactor {
  /** The sealed key. */
  secret: string
  /** The latest time step whose code was accepted. */
  lastStep: number
}

export async function hasSecondFactor(db: Reader, personId: string): Promise<boolean> {
  return (await storedFactor(db, personId)) !== null
}

export async function storedFactor(db: Reader, personId: string): Promise<StoredFactor | null> {
  const row = await db
    .selectFrom('second_factor')
    .select(['secret', 'last_step as lastStep'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row ?? null
}

/** Since when a person has a second factor, and how many recovery codes are left; null if they have none. */
export async function secondFactorStatus(
  db: Reader,
  personId: string,
): Promise<{ since: Instant; recoveryCodes: number } | null> {
  const row = await db
    .selectFrom('second_factor')
    .select('created_at as since')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row ? { since: row.since, recoveryCodes: await countRecoveryCodes(db, personId) } : null
}

/** Stores a second factor. Throws `conflict` if the person has one already. */
export async function addSecondFactor(
  tx: Tx,
  clock: Clock,
  personId: string,
  { secret, lastStep }: StoredFactor,
): Promise<void> {
  await tx
    .insertInto('second_factor')
    .values({ person_id: personId, secret, last_step: lastStep, created_at: clock.now() })
    .execute()
    .catch(error => {
      throw isUniqueViolation(error) ? isOnAlready() : error
    })
}

export const isOnAlready = () =>
  new AppError('conflict', 'You have a second factor already. Turn it off before you set up another one.')

/**
 * Marks the codes of this time step, and of all before it, as used. False if they were used already; of two
 * concurrent calls, one gets true.
 */
export async function markStepUsed(tx: Tx, personId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the second factor of a person with all that belongs to it. Throws `not_found` when they have none. */
export async function removeSecondFactor(tx: Tx, personId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factor')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found', 'There is no second factor to turn off.')
  for (const purpose of ['recovery code', 'second factor'] as const)
    await withdrawTickets(tx, personId, purpose)
}

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
const countRecoveryCodes = async (db: Reader, personId: string): Promise<number> =>
  (await CODES_LEFT.list(db, { personId })).length
