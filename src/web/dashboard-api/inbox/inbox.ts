import { Hono } from 'hono'
import { z } from 'zod'
import { inboxPage } from '#changelog/inbox/inbox.ts'
import { rewordingsOf } from '#pipeline/writing/offer.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, nextCursor, pageParameters, positionAfter } from '../authorize.ts'
import { pageCounts } from '../page-counts.ts'

const search = z.object({
  ...pageParameters,
  q: z.string().trim().min(1).max(200).optional(),
})

/**
 * Routes of the inbox, of the counts beside the dashboard's pages, and of what the writer could reword; null for nothing. Open to all
 * members.
 */
export function inbox(web: WebContext) {
  const { db, clock, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/inbox', queryParameters(search), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { after, q, limit } = c.req.valid('query')
      const filter = { limit, accountId, text: q, after: positionAfter(after) }
      const { next, ...page } = await inboxPage(db, filter)
      return c.json({ ...page, next: nextCursor(next) })
    })
    .get('/accounts/:account/counts', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await pageCounts(db.read, accountId))
    })
    .get('/accounts/:account/rewording', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { offer } = await rewordingsOf({ db, clock, models: dashboard.models }, accountId)
      return c.json({ offer })
    })
}
