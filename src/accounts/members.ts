import { requireSignOnIfNeeded } from '#accounts/required-sign-on.ts'
import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import { lockAccount } from './account.ts'
import { type ActionContext, recordActivity } from './activity.ts'
import { wasErased } from './erased.ts'
import { unsubscribeFromSummary } from './mail/summaries.ts'
import { erasePerson, type Person } from './people.ts'
import { isAtLeast, type Role } from './roles.ts'

/** A person's role in one account. */
export interface Membership {
  account: { id: string; publicId: string; name: string; timeZone: string; requiresSignOn: boolean }
  role: Role
  openedAt: Instant | null
}

interface Member extends Person {
  role: Role
  joinedAt: Instant
  /** Whether they are a member of another account too. */
  isElsewhere: boolean
}

const membershipsQuery = (db: Reader, personId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['account.id', 'account.public_id', 'account.name', 'account.time_zone'])
    .select('account.requires_sign_on')
    .select(['membership.role', 'membership.opened_at'])
    .where('membership.person_id', '=', personId)

type MembershipRow = Awaited<ReturnType<ReturnType<typeof membershipsQuery>['execute']>>[number]

const membershipFrom = (row: MembershipRow): Membership => ({
  account: {
    id: row.id,
    publicId: row.public_id,
    name: row.name,
    timeZone: row.time_zone,
    requiresSignOn: row.requires_sign_on === 1,
  },
  role: row.role,
  openedAt: row.opened_at,
})

/** The accounts of a person, by name. */
export async function membershipsOf(db: Reader, personId: string): Promise<Membership[]> {
  const rows = await membershipsQuery(db, personId).orderBy('account.name').orderBy('account.id').execute()
  return rows.map(membershipFrom)
}

/**
 * Checks that the person has at least this role. It reads the database on every call, so that a lowered role takes effect immediately.
 * Throws `not_found` when the person is no member, as for an unknown account, and `insufficient_scope` when the role is too low or the
 * account requires single sign-on, with which the session did not begin.
 */
export async function requireRole(
  db: Reader,
  { person, sessionId }: { person: Pick<Person, 'id'>; sessionId: string },
  accountPublicId: string,
  least: Role,
): Promise<Membership> {
  const row = isUuid(accountPublicId)
    ? await membershipsQuery(db, person.id)
        .where('account.public_id', '=', accountPublicId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('not_found', 'No such account.')
  const membership = membershipFrom(row)
  await requireSignOnIfNeeded(db, membership.account, sessionId)
  requireAtLeast(membership, least)
  return membership
}

/** Throws `insufficient_scope` when the role is too low. */
export function requireAtLeast({ role, account }: Membership, least: Role): void {
  if (isAtLeast(role, least)) return
  throw new AppError(
    'insufficient_scope',
    `This needs the role ${least}; you are ${role} in ${account.name}.`,
  )
}

/** The members of an account, in the order in which they joined. */
export async function listMembers(db: Reader, accountId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['person.id', 'person.name', 'person.email', 'membership.role'])
    .select('membership.created_at as joinedAt')
    .select(({ selectFrom }) =>
      selectFrom('membership as other')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('other.person_id', '=', 'person.id')
        .whereRef('other.account_id', '<>', 'membership.account_id')
        .as('elsewhere'),
    )
    .where('membership.account_id', '=', accountId)
    .orderBy('membership.created_at')
    .orderBy('person.id')
    .execute()
  return rows.map(({ elsewhere, ...member }) => ({ ...member, isElsewhere: Number(elsewhere) > 0 }))
}

/**
 * Adds a member. Throws `conflict` when the person is already one. The caller must check the plan's limit.
 * `by` tells the log how they got in.
 */
export async function addMember(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  person: Pick<Person, 'id'>,
  role: Role,
  by: { domain?: string } = {},
): Promise<void> {
  await tx
    .insertInto('membership')
    .values({
      account_id: accountId,
      person_id: person.id,
      role,
      opened_at: null,
      created_at: context.clock.now(),
    })
    .execute()
    .catch(error => {
      if (isUniqueViolation(error)) throw new AppError('conflict', 'They are already a member.')
      throw error
    })
  await recordActivity(tx, context, 'member added', {
    accountId,
    subject: person.id,
    after: { role, ...by },
  })
}

export const isMember = async (db: Reader, accountId: string, personId: string): Promise<boolean> =>
  (await member(db.selectFrom('membership').select('role'), accountId, personId).executeTakeFirst()) !==
  undefined

/** Whether somebody ever left the account or was removed from it; `person` is null for somebody who is unknown, or no longer known. */
export async function wasRemoved(
  db: Reader,
  accountId: string,
  email: string,
  person: Pick<Person, 'id'> | null,
): Promise<boolean> {
  if (person === null) return wasErased(db, 'address', accountId, email)
  const row = await db
    .selectFrom('activity')
    .select('id')
    .where('account_id', '=', accountId)
    .where('action', '=', 'member removed')
    .where('subject', '=', person.id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined || wasErased(db, 'address', accountId, email)
}

/** Changes a role and gives the previous one. Throws `conflict` when no owner would be left. */
export async function changeRole(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  personId: string,
  role: Role,
): Promise<Role> {
  const before = await lockMember(tx, accountId, personId)
  if (before === role) return before
  if (before === 'owner') await requireAnotherOwner(tx, accountId, personId)
  await member(tx.updateTable('membership').set({ role }), accountId, personId).execute()
  await recordActivity(tx, context, 'role changed', {
    accountId,
    subject: personId,
    before: { role: before },
    after: { role },
  })
  return before
}

/**
 * Ends a membership. If the person is in no other account, erases them; returns whether they are in another.
 * Throws `conflict` if no owner would be left.
 */
export async function removeMember(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  personId: string,
): Promise<{ isErased: boolean }> {
  const before = await lockMember(tx, accountId, personId)
  if (before === 'owner') await requireAnotherOwner(tx, accountId, personId)
  await recordActivity(tx, context, 'member removed', {
    accountId,
    subject: personId,
    before: { role: before },
  })
  return endMembership(tx, accountId, personId)
}

/**
 * Ends a membership even if no owner is left, and its mail subscription. If the person is in no other
 * account, erases them; returns whether they are in another.
 */
export async function endMembership(
  tx: Tx,
  accountId: string,
  personId: string,
): Promise<{ isErased: boolean }> {
  await member(tx.deleteFrom('membership'), accountId, personId).execute()
  // Another account may remove the person at the same time; then one of the two removals is the last.
  const person = await tx
    .updateTable('person')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', personId)
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  await unsubscribeFromSummary(tx, accountId, mailAddressFrom(person.email))
  const isErased = (await membershipsOf(tx, personId)).length === 0
  if (isErased) await erasePerson(tx, person)
  return { isErased }
}

/** Records that the person opened this account last. */
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
  const row = await member(tx.selectFrom('membership').select('role'), accountId, personId).executeTakeFirst()
  if (row) return row.role
  throw new AppError('not_found', 'No such member in this account.')
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
  if (!other)
    throw new AppError('conflict', 'An account needs at least one owner. Make somebody else an owner first.')
}
