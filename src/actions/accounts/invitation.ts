import { z } from 'zod'
import { INVITATION_DAYS, invite, listInvitations, withdrawInvitation } from '#accounts/invitations.ts'
import { suppressionSentence } from '#accounts/mail/send.ts'
import { invitationMail } from '#accounts/mail/templates.ts'
import { ROLES, type Role } from '#accounts/roles.ts'
import { withInvitationLimits } from '#auth/attempt-limits.ts'
import { invitationAddress } from '#auth/sign-in-links.ts'
import { AppError } from '#platform/errors.ts'
import { type Acting, action, idOf } from '../action.ts'

interface Sent {
  id: string
  email: string
  /** Why the mail was not sent; null if it was. */
  problem: string | null
  /** The link, if the server sends no mail. */
  link: string | null
}

/**
 * Invites an address, replacing an earlier invitation. Returns the link only if the server sends no mail, and
 * then accepting proves no address; otherwise whoever accepts can read mail to that address.
 */
async function send(acting: Acting, given: { email: string; role: Role }): Promise<Sent> {
  const { db, account, accountId, services } = acting
  const byMail = services.offers.mail
  const { invitation, secret } = await withInvitationLimits(
    db,
    acting,
    { accountId, email: given.email },
    () => db.write(tx => invite(tx, acting, services.billing, accountId, { ...given, byMail })),
  )
  const { id, email, role } = invitation
  const link = invitationAddress(services.baseUrl, secret)
  const from = acting.person?.name ?? 'The operator of this server'
  const mail = invitationMail({ accountName: account.name, from, role, link, days: INVITATION_DAYS })
  const sent = await services.send(email, mail)
  const problem = sent.outcome === 'suppressed' ? suppressionSentence(sent.reason) : null
  return { id, email, problem, link: byMail ? null : link }
}

const print = ({ email, problem, link }: Sent) => ({
  text: `${problem ?? link ?? `${email} got a mail with a link that works for ${INVITATION_DAYS} days.`}\n`,
})

const id = idOf('invitation')

/** Actions on invitations to an account. */
export const invitation = {
  send: action({
    summary:
      'Invite somebody to an account by mail. Where the server sends no mail, the link is printed. It replaces an earlier invitation of the address.',
    role: 'owner',
    input: z.object({
      email: z
        .string()
        .max(1_000)
        .meta({ placeholder: 'ADDRESS', examples: ['somebody@example.com'] }),
      role: z.enum(ROLES),
    }),
    run: send,
    print,
  }),
  resend: action({
    summary: 'Send an invitation again, with a new link. The old one stops working.',
    role: 'owner',
    input: z.object({ id }),
    args: ['id'],
    async run(acting, { id }) {
      const all = await listInvitations(acting.db.read, acting.accountId)
      const before = all.find(one => one.id === id)
      if (!before) throw new AppError('not_found', 'No such invitation in this account.')
      return send(acting, before)
    },
    print,
  }),
  withdraw: action({
    summary: 'Withdraw an invitation. Its link stops working.',
    role: 'owner',
    input: z.object({ id }),
    args: ['id'],
    async run({ db, accountId, ...acting }, { id }) {
      await db.write(tx => withdrawInvitation(tx, acting, accountId, id))
      return { id }
    },
    print: () => ({ text: 'The invitation is withdrawn.\n' }),
  }),
}
