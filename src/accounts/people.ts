import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import { addressKey, mailAddressFrom } from '#platform/mail/address.ts'
import { clip, safeLine } from '#platform/text.ts'

/** Somebody who can sign in. What they may do is said by their memberships. */
export interface Person {
  id: string
  name: string
  email: string
}

export interface NewPerson {
  /** Empty: the part of the address before the @. */
  name: string
  email: string
  /** Null: there is none, and links by mail let the person in. */
  passwordHash: string | null
}

const NAME_LIMIT = 80

/** An address as it is stored and compared. `invalid_parameter` for what is none. */
export const emailFrom = (text: string): string => addressKey(mailAddressFrom(text))

/**
 * Makes somebody whose address is proven, or vouched for by the operator: there is no other way in. `conflict` where the address has
 * somebody already.
 */
export async function createPerson(tx: Tx, clock: Clock, ids: Ids, given: NewPerson): Promise<Person> {
  const email = emailFrom(given.email)
  const name = clip(safeLine(given.name), NAME_LIMIT) || email.slice(0, email.indexOf('@'))
  const person: Person = { id: ids.next(), name, email }
  const at = { created_at: clock.now(), updated_at: clock.now() }
  await tx
    .insertInto('person')
    .values({ ...person, email_verified: 1, image: null, ...at })
    .execute()
    .catch(error => {
      if (isUniqueViolation(error)) throw new AppError('conflict', `${email} can sign in already.`)
      throw error
    })
  if (given.passwordHash !== null) await setPassword(tx, clock, ids, person, given.passwordHash)
  return person
}

/** How the sign-in library calls a password among the ways in. */
const PASSWORD = 'credential'

const passwordRow = (ids: Ids, personId: string, password: string, now: Instant) => ({
  id: ids.next(),
  person_id: personId,
  provider: PASSWORD,
  subject: personId,
  password,
  created_at: now,
  updated_at: now,
})

export async function personByEmail(db: Reader, email: string): Promise<Person | null> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row ?? null
}

/** Gives the name as it is kept. `invalid_parameter` for an empty one. */
export async function renamePerson(tx: Tx, clock: Clock, id: string, given: string): Promise<string> {
  const name = clip(safeLine(given), NAME_LIMIT)
  if (name === '') throw new AppError('invalid_parameter', 'A name has at least one character.')
  await tx.updateTable('person').set({ name, updated_at: clock.now() }).where('id', '=', id).execute()
  return name
}

/** The slow hash of the person's password; null where they have none. */
export async function passwordHashOf(db: Reader, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credential')
    .select('password')
    .where('provider', '=', PASSWORD)
    .where('subject', '=', personId)
    .executeTakeFirst()
  return row?.password ?? null
}

export async function setPassword(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  person: Pick<Person, 'id'>,
  hash: string,
): Promise<void> {
  const now = clock.now()
  await tx
    .insertInto('credential')
    .values(passwordRow(ids, person.id, hash, now))
    .onConflict(conflict =>
      conflict.columns(['provider', 'subject']).doUpdateSet({ password: hash, updated_at: now }),
    )
    .execute()
}

/** Whether nobody can sign in yet. */
export const hasNoPeople = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) === undefined
