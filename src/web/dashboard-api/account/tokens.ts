import { Hono } from 'hono'
import { listTokens, stateOf, type Token } from '#auth/tokens.ts'
import type { Instant } from '#platform/clock.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Routes for the tokens of an account, which only owners see. */
export function tokens(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>().get('/accounts/:account/tokens', async c => {
    const { account } = await authorize(web, c, 'owner')
    const now = clock.now()
    const all = await listTokens(db.read, account.id)
    return c.json({ now, tokens: all.map(token => shown(token, now)) })
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
