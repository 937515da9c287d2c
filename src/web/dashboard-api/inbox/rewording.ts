import { Hono } from 'hono'
import { rewordingsOf } from '#pipeline/writing/offer.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** The route that says what the writer could reword; null for nothing. */
export function rewording(web: WebContext) {
  const { db, clock, dashboard } = web
  return new Hono<SessionEnv>().get('/accounts/:account/rewording', async c => {
    const { accountId } = await authorize(web, c, 'viewer')
    const { offer } = await rewordingsOf({ db, clock, models: dashboard.models }, accountId)
    return c.json({ offer })
  })
}
