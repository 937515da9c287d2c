import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { withdrawTickets } from '#platform/tickets.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

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
