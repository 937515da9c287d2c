import { type Clock, DAY_MS, type Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { hashOfSecret, newSecretText } from '#platform/secrets.ts'
import { type ActionContext, recordActivity } from './activity.ts'
import { addMember, type MembershipContext, requireQuotaForOneMore, roleFrom } from './members.ts'
import { emailFrom, type Person, proveAddress } from './people.ts'
import type { Role } from './roles.ts'

export const INVITATION_DAYS = 7

/** A pending invitation. */
export interface Invitation {
  id: string
  email: string
  role: Role
  expiresAt: Instant
}

/** An invitation as its recipient sees it. */
export interface InvitationOffer extends Invitation {
  account: { id: string; publicId: string; name: string }
  /** The link was sent by mail and shown to nobody, so whoever has it reads the mail of that address. */
  byMail: boolean
  /** Name of the inviter; empty if they no longer exist. */
  from: string
}

/**
 * Invites an email address and gives the secret of its link, which is stored only as a hash. A second invitation replaces the first.
 * Throws `conflict` when the address belongs to a member, or when the plan's limit is reached.
 */
export async function invite(
  tx: Tx,
  keeper: MembershipContext,
  accountId: string,
  input: { email: string; role: Role; byMail: boolean },
): Promise<{ invitation: Invitation; secret: string }> {
  const { clock, ids, actor } = keeper
  const email = emailFrom(input.email)
  await requireNoMember(tx, accountId, email)
  await withdraw(tx, accountId, email)
  await requireQuotaForOneMore(tx, keeper, accountId)
  const secret = newSecretText()
  const invitation = {
    id: ids.next(),
    email,
    role: input.role,
    expiresAt: clock.now() + INVITATION_DAYS * DAY_MS,
  }
  await tx
    .insertInto('invitation')
    .values({
      id: invitation.id,
      account_id: accountId,
      email,
      role: input.role,
      hash: hashOfSecret(secret),
      by_mail: input.byMail ? 1 : 0,
      invited_by: actor,
      expires_at: invitation.expiresAt,
      created_at: clock.now(),
    })
    .execute()
    .catch(error => {
      throw isUniqueViolation(error)
        ? new AppError('conflict', `Somebody else just invited ${email}.`)
        : error
    })
  await recordActivity(tx, { clock, ids, actor }, 'member invited', {
    accountId,
    subject: invitation.id,
    after: { email, role: input.role },
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
  if (row) throw new AppError('conflict', `${email} is already a member.`)
}

/** Invitations of an account, newest first, including expired ones. */
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
  context: ActionContext,
  accountId: string,
  id: string,
): Promise<void> {
  const row = await tx
    .deleteFrom('invitation')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(['email', 'role'])
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'No such invitation in this account.')
  await recordActivity(tx, context, 'invitation taken back', { accountId, subject: id, before: row })
}

/** The invitation of a link. Throws `not_found` when it was used, withdrawn or has expired, without saying which. */
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
      'invitation.by_mail',
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
    byMail: row.by_mail === 1,
    from: row.from ?? '',
  }
}

const spent = () =>
  new AppError('not_found', 'This invitation was used, cancelled or has expired. Ask for a new one.')

/**
 * Makes the person a member and uses up the invitation; of two concurrent calls one succeeds. One sent by mail proves their address,
 * which ends their sessions if nothing did before. Throws `insufficient_scope` when the invitation is for another email address.
 */
export async function acceptInvitation(
  tx: Tx,
  keeper: MembershipContext,
  secret: string,
  person: Person,
): Promise<{ account: InvitationOffer['account']; endedSessions: boolean }> {
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
  const endedSessions = offered.byMail && (await proveAddress(tx, keeper.clock, person.email))
  await addMember(tx, { ...keeper, actor: person.id }, offered.account.id, person, offered.role)
  return { account: offered.account, endedSessions }
}

/** Whether an invitation waits for the address. */
export async function isInvited(db: Reader, email: string, now: Instant): Promise<boolean> {
  const row = await db
    .selectFrom('invitation')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a person whose address is proven a member by every invitation that waits for it. */
export async function acceptInvitationsTo(tx: Tx, keeper: MembershipContext, person: Person): Promise<void> {
  const accepted = await tx
    .deleteFrom('invitation')
    .where('email', '=', person.email)
    .where('expires_at', '>', keeper.clock.now())
    .returning(['account_id', 'role'])
    .execute()
  for (const { account_id, role } of accepted)
    await addMember(tx, { ...keeper, actor: person.id }, account_id, person, roleFrom(role))
}
