import { Hono } from 'hono'
import { planUsage } from '#accounts/plan.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** The route of an account's plan and its usage. For owners. */
export function plan(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>().get('/accounts/:account/plan', async c => {
    const { accountId } = await authorize(web, c, 'owner')
    return c.json({
      billing: dashboard.billing,
      ...(await planUsage(db.read, dashboard.billing, accountId)),
    })
  })
}
