import { sql } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import { addressKey, mailAddressFrom } from '#platform/mail/address.ts'
import { clip, safeLine } from '#platform/text.ts'
import { withdrawTickets } from '#platform/tickets.ts'
import { keepErased } from './erased.ts'
import { endSessions } from './sessions.ts'

/** Somebody who can sign in. Their rights come from their memberships. */
export interface Person {
  id: string
  name: string
  email: string
}

export interface NewPerson {
  /** When empty, the part of the address before the @ is used. */
  name: string
  email: string
  /** Null for a person who signs in by links only. */
  passwordHash: string | null
  /** False if nobody has shown that the address is theirs, and the operator does not vouch for it. */
  isProven?: boolean
}

const NAME_LIMIT = 80

/** Normalizes an email address. Throws `invalid_parameter`. */
export const emailFrom = (text: string): string => addressKey(mailAddressFrom(text))

/** Creates a person. Throws `conflict` when somebody has the address already. */
export async function createPerson(tx: Tx, clock: Clock, ids: Ids, given: NewPerson): Promise<Person> {
  const email = emailFrom(given.email)
  const name = clip(safeLine(given.name), NAME_LIMIT) || email.slice(0, email.indexOf('@'))
  const person: Person = { id: ids.next(), name, email }
  const at = { created_at: clock.now(), updated_at: clock.now() }
  await tx
    .insertInto('person')
    .values({ ...person, email_verified: given.isProven === false ? 0 : 1, image: null, ...at })
    .execute()
    .catch(error => {
      if (isUniqueViolation(error)) throw new AppError('conflict', `${email} can sign in already.`)
      throw error
    })
  if (given.passwordHash !== null) await setPassword(tx, clock, ids, person, given.passwordHash)
  return person
}

/** The sign-in library's provider id for passwords. */
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

/** Whether a link by mail, GitHub or the operator has proven the person's address. */
export async function hasProvenAddress(db: Reader, { id }: Pick<Person, 'id'>): Promise<boolean> {
  const { email_verified: isVerified } = await db
    .selectFrom('person')
    .select('email_verified')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return isVerified === 1
}

/**
 * Records that the address is proven. If it was not before, whoever claimed it without proof loses every way
 * to sign in, the access of connected apps, and their sessions. Returns whether this was the first proof.
 */
export async function proveAddress(tx: Tx, clock: Clock, email: string): Promise<boolean> {
  const claimed = await tx
    .updateTable('person')
    .set({ email_verified: 1, updated_at: clock.now() })
    .where('email', '=', email)
    .where('email_verified', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return false
  for (const table of ['credential', 'passkey', 'second_factor', 'oauth_grant'] as const)
    await tx.deleteFrom(table).where('person_id', '=', claimed.id).execute()
  await withdrawTickets(tx, claimed.id)
  await endSessions(tx, claimed.id)
  return true
}

/** Changes the name and gives it as stored. Throws `invalid_parameter` when it is empty. */
export async function renamePerson(tx: Tx, clock: Clock, id: string, given: string): Promise<string> {
  const name = clip(safeLine(given), NAME_LIMIT)
  if (name === '') throw new AppError('invalid_parameter', 'A name needs at least one character.')
  await tx.updateTable('person').set({ name, updated_at: clock.now() }).where('id', '=', id).execute()
  return name
}

/** The hash of the person's password; null when they have none. */
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

/**
 * Erases a person who is in no account: name, address, and every way to sign in. Their actions stay under an id that belongs to nobody. An
 * account that they left knows the hash of the address, so that its domain does not let them in again.
 */
export async function erasePerson(tx: Tx, { id, email }: Pick<Person, 'id' | 'email'>): Promise<void> {
  const left = await tx
    .selectFrom('activity')
    .select('account_id')
    .distinct()
    .where('action', '=', 'member removed')
    .where('subject', '=', id)
    .execute()
  for (const { account_id: accountId } of left) {
    await keepErased(tx, 'address', accountId, email)
    await forgetAddress(tx, accountId, email)
    await tx.deleteFrom('ticket').where('account_id', '=', accountId).where('subject', '=', email).execute()
  }
  await tx.deleteFrom('ticket').where('purpose', '=', 'sign-in link').where('subject', '=', email).execute()
  await tx.deleteFrom('person').where('id', '=', id).execute()
}

/** Removes an address from the log of an account, or of all, and from the records of people without a seat. */
export async function forgetAddress(tx: Tx, accountId: string | null, email: string): Promise<void> {
  const without = (column: 'before' | 'after') =>
    sql<string | null>`replace(${sql.ref(column)}, ${`"email":${JSON.stringify(email)}`}, '"email":null')`
  await tx
    .updateTable('activity')
    .set({ before: without('before'), after: without('after') })
    .$if(accountId !== null, query => query.where('account_id', '=', accountId))
    .where('action', 'in', ['member invited', 'invitation taken back', 'member turned away'])
    .execute()
  await tx
    .updateTable('joining_domain')
    .set({ turned_away: null, turned_away_at: null })
    .$if(accountId !== null, query => query.where('account_id', '=', accountId))
    .where('turned_away', '=', email)
    .execute()
}

/** True while nobody can sign in yet. */
export const hasNoPeople = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('person').select(sql<number>`1`.as('one')).limit(1).executeTakeFirst()) === undefined
