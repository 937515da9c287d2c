import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { lockAccount } from './account.ts'
import { type ActionContext, recordActivity } from './activity.ts'
import type { Person } from './people.ts'
import { type Billing, requireMemberQuota } from './plan.ts'

/** What a member may do; each may do all that those before it may. */
export const ROLES = ['viewer', 'writer', 'publisher', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)

/** `invalid_parameter` for a word that is no role. */
export function roleFrom(text: string): Role {
  const role = ROLES.find(one => one === text)
  if (role) return role
  throw new AppError('invalid_parameter', `A role is one of ${ROLES.join(', ')}.`)
}

/** Who changes members, when, and whether plans limit how many there may be. */
export interface MembershipContext extends ActionContext {
  billing: Billing
}

/** A person's role in one account. */
export interface Membership {
  account: { id: string; publicId: string; name: string }
  role: Role
  openedAt: Instant | null
}

export interface Member extends Person {
  role: Role
  joinedAt: Instant
}

const membershipsQuery = (db: Reader, personId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['account.id', 'account.public_id', 'account.name', 'membership.role', 'membership.opened_at'])
    .where('membership.person_id', '=', personId)

interface MembershipRow {
  id: string
  public_id: string
  name: string
  role: string
  opened_at: number | null
}

const membershipFrom = ({ id, public_id, name, role, opened_at }: MembershipRow): Membership => ({
  account: { id, publicId: public_id, name },
  role: roleFrom(role),
  openedAt: opened_at,
})

/** By name. */
export async function membershipsOf(db: Reader, personId: string): Promise<Membership[]> {
  const rows = await membershipsQuery(db, personId).orderBy('account.name').orderBy('account.id').execute()
  return rows.map(membershipFrom)
}

/**
 * The one question of who may do what, asked anew at every call: a role that was lowered or taken ends at once. `not_found` where the
 * person is no member, as where there is no such account; `insufficient_scope` where the role is too low.
 */
export async function requireRole(
  db: Reader,
  { id: personId }: Pick<Person, 'id'>,
  accountPublicId: string,
  least: Role,
): Promise<Membership> {
  const row = isUuid(accountPublicId)
    ? await membershipsQuery(db, personId).where('account.public_id', '=', accountPublicId).executeTakeFirst()
    : undefined
  if (!row) throw new AppError('not_found', 'You are in no such account.')
  const membership = membershipFrom(row)
  requireAtLeast(membership, least)
  return membership
}

/** `insufficient_scope` where the role is too low. */
export function requireAtLeast({ role, account }: Membership, least: Role): void {
  if (isAtLeast(role, least)) return
  throw new AppError(
    'insufficient_scope',
    `That takes the role ${least}; you are ${role} in ${account.name}.`,
  )
}

/** Those who joined first come first. */
export async function listMembers(db: Reader, accountId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['person.id', 'person.name', 'person.email', 'membership.role', 'membership.created_at'])
    .where('membership.account_id', '=', accountId)
    .orderBy('membership.created_at')
    .orderBy('person.id')
    .execute()
  return rows.map(({ created_at, role, ...person }) => ({
    ...person,
    role: roleFrom(role),
    joinedAt: created_at,
  }))
}

/** `conflict` where the person is a member already. Whether there is room is asked by whoever invites or adds. */
export async function addMember(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  person: Pick<Person, 'id'>,
  role: Role,
): Promise<void> {
  await tx
    .insertInto('membership')
    .values({
      account_id: accountId,
      person_id: person.id,
      role,
      opened_at: null,
      created_at: clock.now(),
    })
    .execute()
    .catch(error => {
      if (isUniqueViolation(error)) throw new AppError('conflict', 'They are a member already.')
      throw error
    })
  await recordActivity(tx, clock, ids, {
    accountId,
    actor,
    action: 'member added',
    subject: person.id,
    after: { role },
  })
}

/** Members and those who are invited: both take a place in the plan. */
export const requireQuotaForOneMore = (
  tx: Tx,
  { billing }: MembershipContext,
  accountId: string,
): Promise<void> =>
  requireMemberQuota({ tx, billing }, accountId, async () => {
    const count = async (table: 'membership' | 'invitation') => {
      const row = await tx
        .selectFrom(table)
        .select(build => build.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return Number(row.count)
    }
    return (await count('membership')) + (await count('invitation'))
  })

/** Gives the role that the member had. */
export async function changeRole(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  personId: string,
  role: Role,
): Promise<Role> {
  const before = await lockMember(tx, accountId, personId)
  if (before === role) return before
  if (before === 'owner') await requireAnotherOwner(tx, accountId, personId)
  await member(tx.updateTable('membership').set({ role }), accountId, personId).execute()
  await recordActivity(tx, clock, ids, {
    accountId,
    actor,
    action: 'role changed',
    subject: personId,
    before: { role: before },
    after: { role },
  })
  return before
}

export async function removeMember(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  personId: string,
): Promise<void> {
  const before = await lockMember(tx, accountId, personId)
  if (before === 'owner') await requireAnotherOwner(tx, accountId, personId)
  await member(tx.deleteFrom('membership'), accountId, personId).execute()
  await recordActivity(tx, clock, ids, {
    accountId,
    actor,
    action: 'member removed',
    subject: personId,
    before: { role: before },
  })
}

/** Remembers that the person turned to this account. */
export async function recordAccountOpened(
  tx: Tx,
  clock: Clock,
  accountId: string,
  personId: string,
): Promise<void> {
  await member(tx.updateTable('membership').set({ opened_at: clock.now() }), accountId, personId).execute()
}

interface Narrowing<Q> {
  where(column: 'account_id' | 'person_id', operator: '=', value: string): Q
}

const member = <Q extends Narrowing<Q>>(query: Q, accountId: string, personId: string): Q =>
  query.where('account_id', '=', accountId).where('person_id', '=', personId)

async function lockMember(tx: Tx, accountId: string, personId: string): Promise<Role> {
  await lockAccount(tx, accountId)
  const row = await tx
    .selectFrom('membership')
    .select('role')
    .where('account_id', '=', accountId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (row) return roleFrom(row.role)
  throw new AppError('not_found', 'The account has no such member.')
}

async function requireAnotherOwner(tx: Tx, accountId: string, personId: string): Promise<void> {
  const other = await tx
    .selectFrom('membership')
    .select('person_id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .where('person_id', '<>', personId)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new AppError('conflict', 'An account needs an owner: make somebody else an owner first.')
}
