import { Hono } from 'hono'
import { z } from 'zod'
import { AUDIENCES, createToken, listTokens, revokeToken, stateOf, type Token } from '#auth/tokens.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const newToken = z.object({
  name: z.string().max(200),
  audience: z.enum(AUDIENCES),
  /** Null: it does not expire. */
  days: z.int().min(1).max(3_650).nullable(),
})

/** The tokens of an account. Only owners see and manage them. */
export function tokens(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/tokens', async c => {
      const { account } = await authorize(web, c, 'owner')
      const now = clock.now()
      const all = await listTokens(db.read, account.id)
      return c.json({ now, tokens: all.map(token => shown(token, now)) })
    })
    .post('/accounts/:account/tokens', jsonBody(newToken), async c => {
      const { account, action } = await authorize(web, c, 'owner')
      const { name, audience, days } = c.req.valid('json')
      const expiresAt = days === null ? null : clock.now() + days * DAY_MS
      const { token, text } = await db.write(tx =>
        createToken(tx, action, account.id, { name, audience, expiresAt }),
      )
      return c.json({ token: shown(token, clock.now()), text })
    })
    .delete('/accounts/:account/tokens/:token', async c => {
      const { account, action } = await authorize(web, c, 'owner')
      await db.write(tx => revokeToken(tx, action, c.req.param('token'), account.id))
      return c.json({ revoked: true })
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
