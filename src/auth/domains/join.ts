import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { takeInvitation } from '#accounts/invitations.ts'
import { addMember, isMember, wasRemoved } from '#accounts/members.ts'
import type { Person } from '#accounts/people.ts'
import { type Billing, requireRoom } from '#accounts/plan.ts'
import type { Role } from '#accounts/roles.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type DomainRow, GRACE_MS } from './domain.ts'

/** The membership that a person gets by their address: this account, with this role. */
export interface Place {
  accountId: string
  domain: string
  role: Role
}

/**
 * The place that the proven domain of an address offers to somebody who has just shown that the address is theirs; `person` is null for a
 * newcomer. An open invitation is used up, and its role is given. Null if there is no such domain, for members, and for people who were
 * removed from the account. `full` if the plan has no seat left, which its owners then see.
 */
export async function placeByDomain(
  tx: Tx,
  action: ActionContext,
  billing: Billing,
  email: string,
  person: Person | null,
): Promise<Place | 'full' | null> {
  const now = action.clock.now()
  const domain = await provenDomain(tx, email.slice(email.lastIndexOf('@') + 1), now)
  if (!domain) return null
  const accountId = domain.account_id
  if (person && (await isMember(tx, accountId, person.id))) return null
  // An invitation that has expired is taken too, since it would keep its seat.
  const invitation = await takeInvitation(tx, accountId, email)
  if (invitation && invitation.expiresAt > now)
    return { accountId, domain: domain.domain, role: invitation.role }
  if (await wasRemoved(tx, accountId, email, person)) return null
  if (await hasSeat(tx, billing, accountId)) return { accountId, domain: domain.domain, role: domain.role }
  await turnAway(tx, action, domain, email)
  return 'full'
}

/** Makes the person a member. */
export const takePlace = (
  tx: Tx,
  context: ActionContext,
  { id }: Person,
  { accountId, domain, role }: Place,
): Promise<void> => addMember(tx, { ...context, actor: id }, accountId, { id }, role, { domain })

const provenDomain = (db: Reader, name: string, now: Instant) =>
  db
    .selectFrom('joining_domain')
    .selectAll()
    .where('domain', '=', name)
    .where('proven_at', 'is not', null)
    .where('confirmed_at', '>', now - GRACE_MS)
    .executeTakeFirst()

async function hasSeat(tx: Tx, billing: Billing, accountId: string): Promise<boolean> {
  try {
    await requireRoom(tx, billing, accountId, 'members')
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

/** Records who had no seat, for the owners. Somebody who tries again and again is logged once a day. */
async function turnAway(
  tx: Tx,
  context: ActionContext,
  { id, account_id: accountId, domain, turned_away: last, turned_away_at: lastAt }: DomainRow,
  email: string,
): Promise<void> {
  const now = context.clock.now()
  await tx
    .updateTable('joining_domain')
    .set({ turned_away: email, turned_away_at: now })
    .where('id', '=', id)
    .execute()
  if (last === email && lastAt !== null && lastAt > now - DAY_MS) return
  await recordActivity(tx, context, 'member turned away', {
    accountId,
    subject: id,
    after: { email, domain },
  })
}
