import { Hono } from 'hono'
import { connectedClients } from '#auth/oauth/grants.ts'
import { listTokens, stateOf, type Token } from '#auth/tokens.ts'
import type { Instant } from '#platform/clock.ts'
import type { WebContext } from '#web/context.ts'
import { mcpUrl } from '#web/mcp/metadata.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/**
 * Routes for the programs with access to an account: its tokens, which only owners see, and OAuth clients, of which other members see
 * those that they connected.
 */
export function tokens(web: WebContext) {
  const { db, clock, baseUrl } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/tokens', async c => {
      const { account } = await authorize(web, c, 'owner')
      const now = clock.now()
      const all = await listTokens(db.read, account.id)
      return c.json({ now, tokens: all.map(token => shown(token, now)) })
    })
    .get('/accounts/:account/clients', async c => {
      const { accountId, membership } = await authorize(web, c, 'viewer')
      const personId = membership.role === 'owner' ? null : c.var.person.id
      const all = await connectedClients(db.read, accountId, { personId })
      return c.json({ now: clock.now(), address: mcpUrl(baseUrl), clients: all })
    })
}

const shown = (token: Token, now: Instant) => ({
  id: token.id,
  name: token.name,
  audience: token.audience,
  prefix: token.prefix,
  state: stateOf(token, now),
  lastUsedAt: token.lastUsedAt,
  expiresAt: token.expiresAt,
})
