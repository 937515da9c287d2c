import { Hono } from 'hono'
import { connectedClients } from '#auth/oauth/grants.ts'
import type { WebContext } from '#web/context.ts'
import { mcpUrl } from '#web/mcp/metadata.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Routes for OAuth clients with access to an account. Members see those that they connected; owners see all. */
export function clients(web: WebContext) {
  const { db, clock, baseUrl } = web
  return new Hono<SessionEnv>().get('/accounts/:account/clients', async c => {
    const { accountId, membership } = await authorize(web, c, 'viewer')
    const personId = membership.role === 'owner' ? null : c.var.person.id
    const all = await connectedClients(db.read, accountId, { personId })
    return c.json({ now: clock.now(), address: mcpUrl(baseUrl), clients: all })
  })
}
