import { Hono } from 'hono'
import { accountById } from '#accounts/account.ts'
import { checkoutLink, portalLink } from '#accounts/payments/payments.ts'
import { planUsage } from '#accounts/plan.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize } from '../authorize.ts'

/** The plan of an account, what it uses of it, and links to the payment provider. For owners. */
export function plan(web: WebContext) {
  const { db, baseUrl, dashboard } = web
  const pageOf = ({ account }: AccountAccess) => `${baseUrl}/app/${account.publicId}/plan`
  return new Hono<SessionEnv>()
    .get('/accounts/:account/plan', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      return c.json({
        billing: dashboard.billing,
        ...(await planUsage(db.read, dashboard.billing, accountId)),
      })
    })
    .post('/accounts/:account/plan/checkout', async c => {
      const access = await authorize(web, c, 'owner')
      const account = await accountById(db.read, access.accountId)
      const url = await checkoutLink(db.read, await dashboard.payments(), account, pageOf(access))
      return c.json({ url })
    })
    .post('/accounts/:account/plan/portal', async c => {
      const access = await authorize(web, c, 'owner')
      const account = await accountById(db.read, access.accountId)
      const url = await portalLink(db.read, await dashboard.payments(), account, pageOf(access))
      return c.json({ url })
    })
}
