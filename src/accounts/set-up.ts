import { type Clock, DAY_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { WriteContext } from '#platform/ids.ts'
import { Tickets } from '#platform/tickets.ts'
import { type Account, createAccount, listAccounts } from './account.ts'
import type { ActionContext } from './activity.ts'
import { addMember } from './members.ts'
import { createPerson, hasNoPeople, type NewPerson, type Person } from './people.ts'

const LINKS = new Tickets('set-up link')
/** The secret that is used together with the first link that is used. */
const FIRST = 'first'

/**
 * Creates a set-up link for the first owner, valid for a day, and gives its secret; null when somebody can sign in already. Each start
 * creates another link; all are valid until one is used.
 */
export async function createSetUpLink(db: Database, clock: Clock): Promise<string | null> {
  if (!(await hasNoPeople(db.read))) return null
  const { secret } = await db.write(tx => LINKS.issue(tx, clock, { data: null, lifetimeMs: DAY_MS }))
  return secret
}

/** Throws `not_found` when the link is unknown, used or expired, or when somebody can sign in already. */
export async function requireValidSetUpLink(db: Reader, clock: Clock, secret: string): Promise<void> {
  if (!(await LINKS.open(db, clock, secret)) || !(await hasNoPeople(db))) throw spent()
}

const spent = () =>
  new AppError(
    'not_found',
    'This set-up link was already used or has expired. Restart Tidings to get a new one, or sign in.',
  )

/** Creates the first person as owner of all existing accounts, or of a new one when there is none. */
export async function setUp(
  tx: Tx,
  action: ActionContext,
  secret: string,
  owner: NewPerson & { accountName: string },
): Promise<Person> {
  const { clock, ids } = action
  await requireValidSetUpLink(tx, clock, secret)
  // If several links are used at the same time, only one may create the first person.
  const isFirst = (await LINKS.use(tx, clock, secret)) && (await LINKS.spend(tx, clock, FIRST, DAY_MS))
  if (!isFirst) throw spent()
  const person = await createPerson(tx, clock, ids, owner)
  for (const account of await accountsToOwn(tx, action, owner.accountName)) {
    await addMember(tx, { ...action, actor: person.id }, account.id, person, 'owner')
  }
  return person
}

async function accountsToOwn(tx: Tx, { clock, ids }: WriteContext, name: string): Promise<Account[]> {
  const there = await listAccounts(tx)
  return there.length > 0 ? there : [await createAccount(tx, clock, ids, { name })]
}
