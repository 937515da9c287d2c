import { Hono } from 'hono'
import { z } from 'zod'
import { withInvitationLimits } from '#accounts/auth/attempt-limits.ts'
import { revokeGrantsOf } from '#accounts/auth/oauth/grants.ts'
import { invitationAddress } from '#accounts/auth/sign-in-links.ts'
import { INVITATION_DAYS, invite, listInvitations, withdrawInvitation } from '#accounts/invitations.ts'
import { suppressionSentence } from '#accounts/mail/send.ts'
import {
  changeRole,
  isAtLeast,
  listMembers,
  type MembershipContext,
  ROLES,
  removeMember,
} from '#accounts/members.ts'
import { invitationLetter } from '#platform/mail/templates.ts'
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

  return new Hono<SessionEnv>()
    .get('/accounts/:account/members', async c => {
      const { accountId, membership } = await authorize(web, c, 'viewer')
      const invitations = membership.role === 'owner' ? await listInvitations(db.read, accountId) : []
      return c.json({ members: await listMembers(db.read, accountId), invitations, now: clock.now() })
    })
    .post('/accounts/:account/invitations', jsonBody(z.object({ email: z.string(), role })), async c => {
      const access = await authorize(web, c, 'owner')
      const { account, accountId } = access
      const given = c.req.valid('json')
      const { invitation, secret } = await withInvitationLimits(
        { db, clock, ids: dashboard.ids },
        { accountId, email: given.email },
        () => db.write(tx => invite(tx, contextOf(access), accountId, given)),
      )
      const letter = invitationLetter({
        accountName: account.name,
        from: c.var.person.name,
        role: invitation.role,
        link: invitationAddress(baseUrl, secret),
        days: INVITATION_DAYS,
      })
      const sent = await dashboard.send(invitation.email, letter)
      const problem = sent.outcome === 'suppressed' ? suppressionSentence(sent.reason) : null
      return c.json({ email: invitation.email, problem })
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
