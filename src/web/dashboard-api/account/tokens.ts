import { Hono } from 'hono'
import { z } from 'zod'
import {
  AUDIENCES,
  createToken,
  listTokens,
  revokeToken,
  stateOf,
  type Token,
} from '#accounts/auth/tokens.ts'
import { requireRole } from '#accounts/members.ts'
import type { Instant } from '#platform/clock.ts'
import type { WebContext } from '#web/context.ts'
import { body } from '#web/request-bodies.ts'
import type { SignedInEnv } from '#web/session-guard.ts'

const DAY_MS = 86_400_000

const newToken = z.object({
  name: z.string().max(200),
  audience: z.enum(AUDIENCES),
  /** Null: it does not expire. */
  days: z.int().min(1).max(3_650).nullable(),
})

/** An account's tokens; owners alone see and manage them. */
export function tokens({ db, clock, dashboard }: WebContext) {
  return new Hono<SignedInEnv>()
    .get('/accounts/:account/tokens', async c => {
      const { account } = await requireRole(db.read, c.var.person, c.req.param('account'), 'owner')
      const now = clock.now()
      const all = await listTokens(db.read, account.id)
      return c.json({ now, tokens: all.map(token => shown(token, now)) })
    })
    .post('/accounts/:account/tokens', body(newToken), async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'owner')
      const { name, audience, days } = c.req.valid('json')
      const expiresAt = days === null ? null : clock.now() + days * DAY_MS
      const keeper = { clock, ids: dashboard.ids, actor: person.id }
      const { token, text } = await db.write(tx =>
        createToken(tx, keeper, account.id, { name, audience, expiresAt }),
      )
      return c.json({ token: shown(token, clock.now()), text })
    })
    .delete('/accounts/:account/tokens/:token', async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'owner')
      const keeper = { clock, ids: dashboard.ids, actor: person.id }
      await db.write(tx => revokeToken(tx, keeper, c.req.param('token'), account.id))
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
