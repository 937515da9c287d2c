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
  type Role,
  removeMember,
  requireRole,
} from '#accounts/members.ts'
import type { Person } from '#accounts/people.ts'
import { invitationLetter } from '#platform/mail/templates.ts'
import type { WebContext } from '#web/context.ts'
import { body } from '#web/request-bodies.ts'
import type { SignedInEnv } from '#web/session-guard.ts'

const role = z.enum(ROLES)

/** Who is in an account. All members see it; owners change it, and anybody may leave. */
export function members({ db, clock, baseUrl, dashboard }: WebContext) {
  const keeperFor = (person: Person): MembershipContext => ({
    clock,
    ids: dashboard.ids,
    billing: dashboard.billing,
    actor: person.id,
  })
  const inside = (person: Person, account: string, least: Role) =>
    requireRole(db.read, person, account, least)

  return new Hono<SignedInEnv>()
    .get('/accounts/:account/members', async c => {
      const own = await inside(c.var.person, c.req.param('account'), 'viewer')
      const invitations = own.role === 'owner' ? await listInvitations(db.read, own.account.id) : []
      return c.json({ members: await listMembers(db.read, own.account.id), invitations, now: clock.now() })
    })
    .post('/accounts/:account/invitations', body(z.object({ email: z.string(), role })), async c => {
      const { person } = c.var
      const { account } = await inside(person, c.req.param('account'), 'owner')
      const wish = c.req.valid('json')
      const { invitation, secret } = await withInvitationLimits(
        { db, clock, ids: dashboard.ids },
        { accountId: account.id, email: wish.email },
        () => db.write(tx => invite(tx, keeperFor(person), account.id, wish)),
      )
      const letter = invitationLetter({
        accountName: account.name,
        from: person.name,
        role: invitation.role,
        link: invitationAddress(baseUrl, secret),
        days: INVITATION_DAYS,
      })
      const sent = await dashboard.send(invitation.email, letter)
      const problem = sent.outcome === 'suppressed' ? suppressionSentence(sent.reason) : null
      return c.json({ email: invitation.email, problem })
    })
    .delete('/accounts/:account/invitations/:invitation', async c => {
      const { account } = await inside(c.var.person, c.req.param('account'), 'owner')
      const id = c.req.param('invitation')
      await db.write(tx => withdrawInvitation(tx, keeperFor(c.var.person), account.id, id))
      return c.json({ takenBack: true })
    })
    .patch('/accounts/:account/members/:member', body(z.object({ role })), async c => {
      const { account } = await inside(c.var.person, c.req.param('account'), 'owner')
      const wish = c.req.valid('json').role
      const id = c.req.param('member')
      await db.write(async tx => {
        const before = await changeRole(tx, keeperFor(c.var.person), account.id, id, wish)
        if (!isAtLeast(wish, before)) await revokeGrantsOf(tx, account.id, id)
      })
      return c.json({ role: wish })
    })
    .delete('/accounts/:account/members/:member', async c => {
      const id = c.req.param('member')
      const least = id === c.var.person.id ? 'viewer' : 'owner'
      const { account } = await inside(c.var.person, c.req.param('account'), least)
      await db.write(tx => removeMember(tx, keeperFor(c.var.person), account.id, id))
      return c.json({ removed: true })
    })
}
