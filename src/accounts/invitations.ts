import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { hashOfSecret, newSecretText } from '#platform/secrets.ts'
import { type ActionContext, recordActivity } from './activity.ts'
import { addMember, type MembershipContext, type Role, requireQuotaForOneMore, roleFrom } from './members.ts'
import { emailFrom, type Person } from './people.ts'

export const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

/** An invitation that waits to be accepted. */
export interface Invitation {
  id: string
  email: string
  role: Role
  expiresAt: Instant
}

/** What whoever holds the link may see of it. */
export interface InvitationOffer extends Invitation {
  account: { id: string; publicId: string; name: string }
  /** The name of whoever invites; empty where they are gone. */
  from: string
}

/**
 * Invites an address, and gives the secret of its link, which is told nowhere else. A second invitation of the same address takes
 * the place of the first. `conflict` where it is a member's, or where the plan has no room.
 */
export async function invite(
  tx: Tx,
  keeper: MembershipContext,
  accountId: string,
  wish: { email: string; role: Role },
): Promise<{ invitation: Invitation; secret: string }> {
  const { clock, ids, actor } = keeper
  const email = emailFrom(wish.email)
  await requireNoMember(tx, accountId, email)
  await withdraw(tx, accountId, email)
  await requireQuotaForOneMore(tx, keeper, accountId)
  const secret = newSecretText()
  const invitation = {
    id: ids.next(),
    email,
    role: wish.role,
    expiresAt: clock.now() + INVITATION_DAYS * DAY_MS,
  }
  await tx
    .insertInto('invitation')
    .values({
      id: invitation.id,
      account_id: accountId,
      email,
      role: wish.role,
      hash: hashOfSecret(secret),
      invited_by: actor,
      expires_at: invitation.expiresAt,
      created_at: clock.now(),
    })
    .execute()
    .catch(error => {
      throw isUniqueViolation(error)
        ? new AppError('conflict', `${email} was invited by somebody else just now.`)
        : error
    })
  await recordActivity(tx, clock, ids, {
    accountId,
    actor,
    action: 'member invited',
    subject: invitation.id,
    after: { email, role: wish.role },
  })
  return { invitation, secret }
}

const withdraw = (tx: Tx, accountId: string, email: string) =>
  tx.deleteFrom('invitation').where('account_id', '=', accountId).where('email', '=', email).execute()

async function requireNoMember(tx: Tx, accountId: string, email: string): Promise<void> {
  const row = await tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select('person.id')
    .where('membership.account_id', '=', accountId)
    .where('person.email', '=', email)
    .executeTakeFirst()
  if (row) throw new AppError('conflict', `${email} is a member already.`)
}

/** The newest first; those that expired are among them, so that they can be sent again. */
export async function listInvitations(db: Reader, accountId: string): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ expires_at, role, ...row }) => ({
    ...row,
    role: roleFrom(role),
    expiresAt: expires_at,
  }))
}

export async function withdrawInvitation(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  id: string,
): Promise<void> {
  const row = await tx
    .deleteFrom('invitation')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(['email', 'role'])
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'The account has no such invitation.')
  await recordActivity(tx, clock, ids, {
    accountId,
    actor,
    action: 'invitation taken back',
    subject: id,
    before: row,
  })
}

/** What the link offers. `not_found` where it was used or taken back, never was or is too old: the answer does not tell which. */
export async function invitationBySecret(db: Reader, clock: Clock, secret: string): Promise<InvitationOffer> {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('account', 'account.id', 'invitation.account_id')
    .leftJoin('person', 'person.id', 'invitation.invited_by')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.role',
      'invitation.expires_at',
      'account.id as account_id',
      'account.public_id',
      'account.name as account_name',
      'person.name as from',
    ])
    .where('invitation.hash', '=', hashOfSecret(secret))
    .where('invitation.expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!row) throw spent()
  return {
    id: row.id,
    email: row.email,
    role: roleFrom(row.role),
    expiresAt: row.expires_at,
    account: { id: row.account_id, publicId: row.public_id, name: row.account_name },
    from: row.from ?? '',
  }
}

const spent = () =>
  new AppError(
    'not_found',
    'This invitation was used or taken back, or it is too old. Ask whoever invited you for another.',
  )

/**
 * Makes the person a member, once: of two who come with the same link the second finds it spent. `insufficient_scope` for somebody
 * with another address than the invited one.
 */
export async function acceptInvitation(
  tx: Tx,
  keeper: MembershipContext,
  secret: string,
  person: Person,
): Promise<InvitationOffer> {
  const offered = await invitationBySecret(tx, keeper.clock, secret)
  if (offered.email !== person.email) {
    throw new AppError(
      'insufficient_scope',
      `The invitation is for ${offered.email}; you are signed in as ${person.email}.`,
    )
  }
  const { numDeletedRows } = await tx
    .deleteFrom('invitation')
    .where('id', '=', offered.id)
    .where('hash', '=', hashOfSecret(secret))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw spent()
  await addMember(tx, { ...keeper, actor: person.id }, offered.account.id, person, offered.role)
  return offered
}
