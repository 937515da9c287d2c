import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { isSignOnSession, setRequiresSignOn } from '#accounts/required-sign-on.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Whether the account requires single sign-on. Owners see and change it. */
export function requiredSignOn(web: WebContext) {
  const { db, dashboard } = web

  /** Who requires it is themself signed in that way, so that somebody can change it back. */
  async function requireOwnSignOn(sessionId: string): Promise<void> {
    const provider = dashboard.offers.oidc
    if (provider === null) throw new AppError('conflict', 'Single sign-on is not configured on this server.')
    if (await isSignOnSession(db.read, sessionId)) return
    throw new AppError(
      'conflict',
      `Sign out, and in again with ${provider}. That shows that you can still open the account afterwards.`,
    )
  }

  return new Hono<SessionEnv>()
    .get('/accounts/:account/sign-on', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const { requiresSignOn } = await accountById(db.read, accountId)
      return c.json({ isRequired: requiresSignOn, provider: dashboard.offers.oidc })
    })
    .put('/accounts/:account/sign-on', jsonBody(z.object({ isRequired: z.boolean() })), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { isRequired } = c.req.valid('json')
      if (isRequired) await requireOwnSignOn(c.var.sessionId)
      await db.write(async tx => setRequiresSignOn(tx, action, await accountById(tx, accountId), isRequired))
      return c.json({ isRequired })
    })
}
