import { Hono } from 'hono'
import { accountById } from '#accounts/account.ts'
import { listInvitations } from '#accounts/invitations.ts'
import { listMembers } from '#accounts/members.ts'
import { domainStateOf, listDomains } from '#auth/domains/domain.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/**
 * Routes for the members of an account, which all of them see. Owners also see who is invited, whether single
 * sign-on is required, and which domains may join.
 */
export function members(web: WebContext) {
  const { db, clock, dashboard } = web
  const provider = dashboard.offers.oidc
  return new Hono<SessionEnv>()
    .get('/accounts/:account/members', async c => {
      const { accountId, membership } = await authorize(web, c, 'viewer')
      const invitations = membership.role === 'owner' ? await listInvitations(db.read, accountId) : []
      return c.json({ members: await listMembers(db.read, accountId), invitations, now: clock.now() })
    })
    .get('/accounts/:account/sign-on', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const { requiresSignOn } = await accountById(db.read, accountId)
      return c.json({ isRequired: requiresSignOn, provider })
    })
    .get('/accounts/:account/domains', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const now = clock.now()
      const domains = await listDomains(db.read, accountId, now)
      return c.json({
        provider,
        now,
        domains: domains.map(domain => ({
          ...{ id: domain.id, name: domain.name, role: domain.role, record: domain.record },
          ...{
            state: domainStateOf(domain, now),
            confirmedAt: domain.confirmedAt,
            turnedAway: domain.turnedAway,
          },
        })),
      })
    })
}
