import { Hono } from 'hono'
import { connectedClients, revokeGrant } from '#accounts/auth/oauth/grants.ts'
import { requireRole } from '#accounts/members.ts'
import type { WebContext } from '#web/context.ts'
import { mcpAddress } from '#web/mcp/metadata.ts'
import type { SignedInEnv } from '#web/session-guard.ts'

/** Programs that were let into an account. A person sees and ends what they let in themselves; an owner all. */
export function clients({ db, clock, baseUrl, dashboard }: WebContext) {
  return new Hono<SignedInEnv>()
    .get('/accounts/:account/clients', async c => {
      const { person } = c.var
      const { account, role } = await requireRole(db.read, person, c.req.param('account'), 'viewer')
      const personId = role === 'owner' ? null : person.id
      const all = await connectedClients(db.read, account.id, { personId })
      return c.json({ now: clock.now(), address: mcpAddress(baseUrl), clients: all })
    })
    .delete('/accounts/:account/clients/:client', async c => {
      const { person } = c.var
      const { account, role } = await requireRole(db.read, person, c.req.param('account'), 'viewer')
      const personId = role === 'owner' ? null : person.id
      const which = { id: c.req.param('client'), accountId: account.id, personId }
      await db.write(tx => revokeGrant(tx, { clock, ids: dashboard.ids, actor: person.id }, which))
      return c.json({ revoked: true })
    })
}
