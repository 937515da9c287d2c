import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { editionStreak } from '#changelog/editions/streak.ts'
import { draftQuality, publishedByWeek, timeToPublish, untoldChanges } from '#changelog/insights.ts'
import { cadenceOf, timesOf } from '#changelog/schedule/times.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** A draft whose change is younger does not count as untold, since it may still be reviewed. */
const UNTOLD_AFTER_MS = 14 * DAY_MS

const span = z.object({ weeks: z.coerce.number().int().min(1).max(104).default(26) })

/**
 * The route of the insights: what shipped, how often people agree with the machine and keep its words, how
 * long news takes, and which changes were never told. Open to all members.
 */
export function insights(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>().get('/accounts/:account/insights', queryParameters(span), async c => {
    const { accountId } = await authorize(web, c, 'viewer')
    const { timeZone } = await accountById(db.read, accountId)
    const cadence = cadenceOf(await timesOf(db.read, accountId), timeZone)
    const now = clock.now()
    const query = { accountId, timeZone, since: now - c.req.valid('query').weeks * 7 * DAY_MS }
    return c.json({
      since: query.since,
      timeZone,
      published: await publishedByWeek(db.read, query),
      drafts: await draftQuality(db.read, query),
      timeToPublish: await timeToPublish(db.read, query),
      /** Null for an account that does not publish in editions. */
      editions: await editionStreak(db.read, accountId, cadence, now),
      period: cadence?.period ?? null,
      untold: await untoldChanges(db.read, query, now - UNTOLD_AFTER_MS),
    })
  })
}
