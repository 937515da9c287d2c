import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { keptDecisions, keptWords, publishedByWeek, timeToPublish } from '#changelog/insights.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const span = z.object({ weeks: z.coerce.number().int().min(1).max(104).default(26) })

/** The route of the insights: what shipped, how long news takes, and how often people keep the machine's words and decisions. Open to all members. */
export function insights(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>().get('/accounts/:account/insights', queryParameters(span), async c => {
    const { accountId } = await authorize(web, c, 'viewer')
    const { timeZone } = await accountById(db.read, accountId)
    const query = { accountId, timeZone, since: clock.now() - c.req.valid('query').weeks * 7 * DAY_MS }
    return c.json({
      since: query.since,
      timeZone,
      published: await publishedByWeek(db.read, query),
      timeToPublish: await timeToPublish(db.read, query),
      words: await keptWords(db.read, query),
      decisions: await keptDecisions(db.read, query),
    })
  })
}
