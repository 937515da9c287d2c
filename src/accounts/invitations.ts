import { type Clock, DAY_MS, type Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type Ticket, Tickets } from '#platform/tickets.ts'
import { accountById } from './account.ts'
import { type ActionContext, recordActivity } from './activity.ts'
import { addMember } from './members.ts'
import { emailFrom, type Person, proveAddress } from './people.ts'
import { type Billing, requireRoom } from './plan.ts'
import type { Role } from './roles.ts'

export const INVITATION_DAYS = 7

/** A pending invitation. */
interface Invitation {
  id: string
  email: string
  role: Role
  expiresAt: Instant
}

/** An invitation as its recipient sees it. */
interface InvitationOffer extends Invitation {
  account: { id: string; publicId: string; name: string }
  /** Whether the link was only sent by mail, so that whoever has it can read mail to that address. */
  byMail: boolean
  /** Name of the inviter; empty if they no longer exist. */
  from: string
}

interface Invited {
  role: Role
  byMail: boolean
  invitedBy: string
}

/** Invitations. The subject is the address. Expired ones are listed until they are withdrawn. */
const INVITATIONS = new Tickets<Invited>('invitation', null)

/**
 * Invites an email address and gives the secret of its link, which is stored only as a hash. A second invitation replaces the first.
 * Throws `conflict` when the address belongs to a member, or when the plan's limit is reached.
 */
export async function invite(
  tx: Tx,
  action: ActionContext,
  billing: Billing,
  accountId: string,
  input: { email: string; role: Role; byMail: boolean },
): Promise<{ invitation: Invitation; secret: string }> {
  const { clock, ids, actor } = action
  const email = emailFrom(input.email)
  await requireNoMember(tx, accountId, email)
  await takeInvitation(tx, accountId, email)
  await requireRoom(tx, billing, accountId, 'members')
  const { role, byMail } = input
  const data = { role, byMail, invitedBy: actor }
  const lifetimeMs = INVITATION_DAYS * DAY_MS
  const { id, secret } = await INVITATIONS.issue(tx, clock, {
    accountId,
    subject: email,
    data,
    lifetimeMs,
  }).catch(error => {
    throw isUniqueViolation(error) ? new AppError('conflict', `Somebody else just invited ${email}.`) : error
  })
  const after = { email, role }
  await recordActivity(tx, { clock, ids, actor }, 'member invited', { accountId, subject: id, after })
  return { invitation: { id, email, role, expiresAt: clock.now() + lifetimeMs }, secret }
}

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
  const tickets = await INVITATIONS.list(db, { accountId })
  return tickets.map(invitationFrom).toReversed()
}

const invitationFrom = ({ id, subject, data: { role }, expiresAt }: Ticket<Invited>): Invitation => ({
  id,
  email: subject ?? '',
  role,
  expiresAt: expiresAt ?? 0,
})

export async function withdrawInvitation(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  id: string,
): Promise<void> {
  const [taken] = await INVITATIONS.withdraw(tx, { accountId, id })
  if (!taken) throw new AppError('not_found', 'No such invitation in this account.')
  const { email, role } = invitationFrom(taken)
  const before = { email, role }
  await recordActivity(tx, context, 'invitation taken back', { accountId, subject: id, before })
}

/** Uses up the invitation of an address to an account, expired or not. Null if there is none. */
export async function takeInvitation(tx: Tx, accountId: string, email: string): Promise<Invitation | null> {
  const [taken] = await INVITATIONS.withdraw(tx, { accountId, subject: email })
  return taken ? invitationFrom(taken) : null
}

/** The invitation of a link. Throws `not_found` when it was used, withdrawn or has expired, without saying which. */
export async function invitationBySecret(db: Reader, clock: Clock, secret: string): Promise<InvitationOffer> {
  const ticket = await INVITATIONS.open(db, clock, secret)
  if (!ticket?.accountId) throw spent()
  const { byMail, invitedBy } = ticket.data
  const { id, publicId, name } = await accountById(db, ticket.accountId)
  const inviter = await db.selectFrom('person').select('name').where('id', '=', invitedBy).executeTakeFirst()
  return {
    ...invitationFrom(ticket),
    account: { id, publicId, name },
    byMail,
    from: inviter?.name ?? '',
  }
}

const spent = () =>
  new AppError('not_found', 'This invitation was used, cancelled or has expired. Ask for a new one.')

/**
 * Makes the person a member and uses up the invitation; of two concurrent calls, one succeeds. An invitation
 * sent by mail proves their address, which ends their sessions if it was not proven before. Throws
 * `insufficient_scope` if the invitation is for another email address.
 */
export async function acceptInvitation(
  tx: Tx,
  action: ActionContext,
  secret: string,
  person: Person,
): Promise<{ account: InvitationOffer['account']; endedSessions: boolean }> {
  const offered = await invitationBySecret(tx, action.clock, secret)
  if (offered.email !== person.email) {
    throw new AppError(
      'insufficient_scope',
      `The invitation is for ${offered.email}; you are signed in as ${person.email}.`,
    )
  }
  if (!(await INVITATIONS.use(tx, action.clock, secret))) throw spent()
  const endedSessions = offered.byMail && (await proveAddress(tx, action.clock, person.email))
  await addMember(tx, { ...action, actor: person.id }, offered.account.id, person, offered.role)
  return { account: offered.account, endedSessions }
}

/** The invitations to the address, from all accounts, that have not expired. */
export async function invitationsTo(db: Reader, email: string, now: Instant): Promise<Ticket<unknown>[]> {
  const tickets = await INVITATIONS.list(db, { subject: email })
  return tickets.filter(({ expiresAt }) => expiresAt !== null && expiresAt > now)
}

/** Makes a person with a proven address a member of every account with an invitation for them. */
export async function acceptInvitationsTo(tx: Tx, action: ActionContext, person: Person): Promise<void> {
  for (const { id } of await invitationsTo(tx, person.email, action.clock.now())) {
    const [taken] = await INVITATIONS.withdraw(tx, { id })
    if (taken?.accountId)
      await addMember(tx, { ...action, actor: person.id }, taken.accountId, person, taken.data.role)
  }
}
