import { type Clock, DAY_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { hashOfSecret, newSecretText } from '#platform/secrets.ts'
import { type Account, createAccount, listAccounts } from './account.ts'
import { addMember, type MembershipContext } from './members.ts'
import { createPerson, hasNoPeople, type NewPerson, type Person } from './people.ts'

/**
 * Creates a set-up link for the first owner, valid for a day, and gives its secret; null when somebody can sign in already. Each start
 * creates another link; all are valid until one is used.
 */
export async function createSetUpLink(db: Database, clock: Clock): Promise<string | null> {
  if (!(await hasNoPeople(db.read))) return null
  const secret = newSecretText()
  await db.write(async tx => {
    await tx.deleteFrom('set_up_link').where('expires_at', '<=', clock.now()).execute()
    await tx
      .insertInto('set_up_link')
      .values({
        hash: hashOfSecret(secret),
        expires_at: clock.now() + DAY_MS,
        used: null,
        created_at: clock.now(),
      })
      .execute()
  })
  return secret
}

/** Throws `not_found` when the link is unknown, used or expired, or when somebody can sign in already. */
export async function requireValidSetUpLink(db: Reader, clock: Clock, secret: string): Promise<void> {
  const row = await db
    .selectFrom('set_up_link')
    .select('hash')
    .where('hash', '=', hashOfSecret(secret))
    .where('used', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!row || !(await hasNoPeople(db))) throw spent()
}

const spent = () =>
  new AppError(
    'not_found',
    'This set-up link was already used or has expired. Restart Tidings to get a new one, or sign in.',
  )

/** Creates the first person as owner of all existing accounts, or of a new one when there is none. */
export async function setUp(
  tx: Tx,
  keeper: MembershipContext,
  secret: string,
  owner: NewPerson & { accountName: string },
): Promise<Person> {
  await requireValidSetUpLink(tx, keeper.clock, secret)
  await takeLink(tx, secret)
  const { clock, ids } = keeper
  const person = await createPerson(tx, clock, ids, owner)
  for (const account of await accountsToOwn(tx, keeper, owner.accountName)) {
    await addMember(tx, { ...keeper, actor: person.id }, account.id, person, 'owner')
  }
  return person
}

/** A unique key on `used` lets only one of several links succeed. */
async function takeLink(tx: Tx, secret: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('set_up_link')
    .set({ used: 1 })
    .where('hash', '=', hashOfSecret(secret))
    .where('used', 'is', null)
    .executeTakeFirst()
    .catch(error => {
      throw isUniqueViolation(error) ? spent() : error
    })
  if (numUpdatedRows === 0n) throw spent()
}

async function accountsToOwn(tx: Tx, { clock, ids }: MembershipContext, name: string): Promise<Account[]> {
  const there = await listAccounts(tx)
  return there.length > 0 ? there : [await createAccount(tx, clock, ids, { name })]
}
