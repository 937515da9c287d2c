import { Hono } from 'hono'
import { z } from 'zod'
import { recordActivity } from '#accounts/activity.ts'
import { listPublishFailures, retryPublishing } from '#changelog/entries/publish-failures.ts'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { failedJobsByRepo } from '#pipeline/maintenance/failed-jobs-by-repo.ts'
import {
  countDeliveries,
  DELIVERY_STATES,
  deliveryById,
  listDeliveries,
} from '#pipeline/webhooks/deliveries.ts'
import { replayDelivery } from '#pipeline/webhooks/receive.ts'
import { pageOf } from '#platform/db/page-cursor.ts'
import { retryJobs } from '#platform/jobs/failed-jobs.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, nextCursor, pageParameters, positionAfter } from '../authorize.ts'

const search = z.object({ ...pageParameters, state: z.enum(DELIVERY_STATES).optional() })
const which = z.object({
  jobs: z.array(z.uuid()).max(MAX_ITEMS_PER_REQUEST).default([]),
  entries: z.array(z.uuid()).max(MAX_ITEMS_PER_REQUEST).default([]),
})

/** Routes for received webhooks and failed jobs. All members see them; owners process them again. */
export function deliveries(web: WebContext) {
  const { db, clock, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/deliveries', queryParameters(search), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { after, limit, state } = c.req.valid('query')
      const query = { accountId, state, after: positionAfter(after), limit: limit + 1 }
      const found = await listDeliveries(db.read, query)
      const { shown, next } = pageOf(found, limit, ({ receivedAt: at, id }) => ({ at, id }))
      return c.json({
        deliveries: shown.map(({ accountId: _, ...delivery }) => delivery),
        total: await countDeliveries(db.read, { accountId, state }),
        next: nextCursor(next),
      })
    })
    .post('/accounts/:account/deliveries/:delivery/replay', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const { id } = await deliveryById(db.read, c.req.param('delivery'), accountId)
      await db.write(tx => replayDelivery(tx, clock, dashboard.ids, id))
      return c.json({ replayed: true })
    })
    .get('/accounts/:account/failures', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const jobs = await failedJobsByRepo(db.read, accountId)
      return c.json({ jobs, entries: await listPublishFailures(db.read, accountId) })
    })
    .post('/accounts/:account/failures/retry', jsonBody(which), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { jobs, entries } = c.req.valid('json')
      const retried = await db.write(async tx => {
        const count = (await retryJobs(tx, jobs, accountId)) + (await retryPublishing(tx, entries, accountId))
        const after = { jobs, entries }
        if (count > 0) await recordActivity(tx, action, 'failures retried', { accountId, after })
        return count
      })
      return c.json({ retried })
    })
}
