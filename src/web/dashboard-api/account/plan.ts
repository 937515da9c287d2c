import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import {
  isSubscribedToSummary,
  subscribeToSummary,
  unsubscribeFromSummary,
} from '#accounts/mail/summaries.ts'
import { checkoutLink, portalLink } from '#accounts/payments/payments.ts'
import { planOf } from '#accounts/plan.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const summary = z.object({ isSubscribed: z.boolean() })

/** The plan of an account with links to the payment provider, for owners; and whether the member gets the weekly summary. */
export function plan(web: WebContext) {
  const { db, clock, baseUrl, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/plan', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      return c.json({ billing: dashboard.billing, plan: await planOf(db.read, accountId) })
    })
    .post('/accounts/:account/plan/checkout', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const account = await accountById(db.read, accountId)
      return c.json({
        url: await checkoutLink(db.read, await dashboard.payments(), account, `${baseUrl}/app`),
      })
    })
    .post('/accounts/:account/plan/portal', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const account = await accountById(db.read, accountId)
      return c.json({ url: await portalLink(db.read, await dashboard.payments(), account, `${baseUrl}/app`) })
    })
    .get('/accounts/:account/summary', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const address = mailAddressFrom(c.var.person.email)
      return c.json({ address, isSubscribed: await isSubscribedToSummary(db.read, accountId, address) })
    })
    .put('/accounts/:account/summary', jsonBody(summary), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const address = mailAddressFrom(c.var.person.email)
      const { isSubscribed } = c.req.valid('json')
      await db.write(async tx => {
        if (isSubscribed) await subscribeToSummary(tx, clock, dashboard.ids, accountId, address)
        else await unsubscribeFromSummary(tx, accountId, address)
      })
      return c.json({ address, isSubscribed })
    })
}
