import { Hono } from 'hono'
import { connectedClients, revokeGrant } from '#auth/oauth/grants.ts'
import type { WebContext } from '#web/context.ts'
import { mcpUrl } from '#web/mcp/metadata.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize } from '../authorize.ts'

/** OAuth clients with access to an account. Members see and disconnect those they connected; owners all of them. */
export function clients(web: WebContext) {
  const { db, clock, baseUrl } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/clients', async c => {
      const access = await authorize(web, c, 'viewer')
      const all = await connectedClients(db.read, access.accountId, { personId: visibleTo(access) })
      return c.json({ now: clock.now(), address: mcpUrl(baseUrl), clients: all })
    })
    .delete('/accounts/:account/clients/:client', async c => {
      const access = await authorize(web, c, 'viewer')
      const { accountId, action } = access
      const grant = { id: c.req.param('client'), accountId, personId: visibleTo(access) }
      await db.write(tx => revokeGrant(tx, action, grant))
      return c.json({ revoked: true })
    })
}

/** Whose clients the member may see; null for all. */
const visibleTo = ({ membership, action }: AccountAccess): string | null =>
  membership.role === 'owner' ? null : action.actor
