import { Hono } from 'hono'
import { z } from 'zod'
import { INVITATION_DAYS, invite, listInvitations, withdrawInvitation } from '#accounts/invitations.ts'
import { suppressionSentence } from '#accounts/mail/send.ts'
import { invitationMail } from '#accounts/mail/templates.ts'
import { changeRole, listMembers, type MembershipContext, removeMember } from '#accounts/members.ts'
import { isAtLeast, ROLES, type Role } from '#accounts/roles.ts'
import { withInvitationLimits } from '#auth/attempt-limits.ts'
import { revokeGrantsOf } from '#auth/oauth/grants.ts'
import { invitationAddress } from '#auth/sign-in-links.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize } from '../authorize.ts'

const role = z.enum(ROLES)

/** The members of an account. All members see them; owners invite, change roles and remove; anybody may leave. */
export function members(web: WebContext) {
  const { db, clock, baseUrl, dashboard } = web
  const contextOf = ({ action }: AccountAccess): MembershipContext => ({
    ...action,
    billing: dashboard.billing,
  })

  /**
   * Replaces an earlier invitation of the same address. Gives the link only where the server sends no mail, and it then proves no
   * address: elsewhere whoever accepts reads the mail of that address.
   */
  async function sendInvitation(access: AccountAccess, from: string, given: { email: string; role: Role }) {
    const { account, accountId } = access
    const byMail = dashboard.offers.mail
    const { invitation, secret } = await withInvitationLimits(
      { db, clock, ids: dashboard.ids },
      { accountId, email: given.email },
      () => db.write(tx => invite(tx, contextOf(access), accountId, { ...given, byMail })),
    )
    const { id, email, role } = invitation
    const link = invitationAddress(baseUrl, secret)
    const mail = invitationMail({ accountName: account.name, from, role, link, days: INVITATION_DAYS })
    const sent = await dashboard.send(email, mail)
    const problem = sent.outcome === 'suppressed' ? suppressionSentence(sent.reason) : null
    return { id, email, problem, link: byMail ? null : link }
  }

  return new Hono<SessionEnv>()
    .get('/accounts/:account/members', async c => {
      const { accountId, membership } = await authorize(web, c, 'viewer')
      const invitations = membership.role === 'owner' ? await listInvitations(db.read, accountId) : []
      return c.json({ members: await listMembers(db.read, accountId), invitations, now: clock.now() })
    })
    .post('/accounts/:account/invitations', jsonBody(z.object({ email: z.string(), role })), async c => {
      const access = await authorize(web, c, 'owner')
      return c.json(await sendInvitation(access, c.var.person.name, c.req.valid('json')))
    })
    .post('/accounts/:account/invitations/:invitation/resend', async c => {
      const access = await authorize(web, c, 'owner')
      const all = await listInvitations(db.read, access.accountId)
      const before = all.find(({ id }) => id === c.req.param('invitation'))
      if (!before) throw new AppError('not_found', 'No such invitation in this account.')
      return c.json(await sendInvitation(access, c.var.person.name, before))
    })
    .delete('/accounts/:account/invitations/:invitation', async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      await db.write(tx => withdrawInvitation(tx, action, accountId, c.req.param('invitation')))
      return c.json({ withdrawn: true })
    })
    .patch('/accounts/:account/members/:member', jsonBody(z.object({ role })), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { role } = c.req.valid('json')
      const id = c.req.param('member')
      await db.write(async tx => {
        const before = await changeRole(tx, action, accountId, id, role)
        if (!isAtLeast(role, before)) await revokeGrantsOf(tx, accountId, id)
      })
      return c.json({ role })
    })
    .delete('/accounts/:account/members/:member', async c => {
      const id = c.req.param('member')
      const { accountId, action } = await authorize(web, c, id === c.var.person.id ? 'viewer' : 'owner')
      await db.write(tx => removeMember(tx, action, accountId, id))
      return c.json({ removed: true })
    })
}
