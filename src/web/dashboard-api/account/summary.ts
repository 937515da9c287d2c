import { Hono } from 'hono'
import { z } from 'zod'
import {
  changeSummaryTime,
  subscribeToSummary,
  summaryRecipients,
  summaryTime,
  unsubscribeFromSummary,
} from '#accounts/mail/summaries.ts'
import { addressKey, mailAddressFrom } from '#platform/mail/address.ts'
import { clockTimeOf, WEEKDAYS, weeklyTimeFrom } from '#platform/recurring-time.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize } from '../authorize.ts'

const subscription = z.object({ isSubscribed: z.boolean() })
const time = z.object({ day: z.enum(WEEKDAYS), time: z.string().max(5) })

/** The weekly summary. Members subscribe themselves; owners say when it is sent, and see who gets it. */
export function summary(web: WebContext) {
  const { db, clock, dashboard } = web
  const shown = async ({ accountId, membership }: AccountAccess, email: string) => {
    const address = mailAddressFrom(email)
    const recipients = await summaryRecipients(db.read, accountId)
    const weekly = await summaryTime(db.read, accountId)
    return {
      address,
      day: weekly.weekday,
      time: clockTimeOf(weekly),
      isMailConfigured: dashboard.offers.mail,
      isSubscribed: recipients.some(one => addressKey(one) === addressKey(address)),
      recipients: membership.role === 'owner' ? recipients : null,
    }
  }
  return new Hono<SessionEnv>()
    .get('/accounts/:account/summary', async c =>
      c.json(await shown(await authorize(web, c, 'viewer'), c.var.person.email)),
    )
    .put('/accounts/:account/summary', jsonBody(subscription), async c => {
      const access = await authorize(web, c, 'viewer')
      const address = mailAddressFrom(c.var.person.email)
      const { isSubscribed } = c.req.valid('json')
      await db.write(async tx => {
        if (isSubscribed) await subscribeToSummary(tx, clock, dashboard.ids, access.accountId, address)
        else await unsubscribeFromSummary(tx, access.accountId, address)
      })
      return c.json(await shown(access, c.var.person.email))
    })
    .put('/accounts/:account/summary/time', jsonBody(time), async c => {
      const access = await authorize(web, c, 'owner')
      const { day, time } = c.req.valid('json')
      await db.write(tx => changeSummaryTime(tx, access.action, access.accountId, weeklyTimeFrom(day, time)))
      return c.json(await shown(access, c.var.person.email))
    })
}
