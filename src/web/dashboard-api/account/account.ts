import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { activityPage } from '#accounts/activity.ts'
import { recordAccountOpened } from '#accounts/members.ts'
import { EXPORT_NAMES, EXPORTS } from '#pipeline/export/export.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, nextCursor, pageParameters, positionAfter } from '../authorize.ts'

const moment = z.coerce.number().int().min(0)
const activityParameters = z.object({
  ...pageParameters,
  subject: z.string().max(100).optional(),
  actor: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  from: moment.optional(),
  until: moment.optional(),
})
const exportParameters = z.object({ format: z.enum(EXPORT_NAMES).default('json') })

/** The account as a whole: which one a member opened last, its activity log, and an export of its data. Open to all members. */
export function account(web: WebContext) {
  const { db, clock, baseUrl, dashboard } = web
  return new Hono<SessionEnv>()
    .post('/accounts/:account/open', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      await db.write(tx => recordAccountOpened(tx, clock, accountId, c.var.person.id))
      return c.json({ opened: true })
    })
    .get('/accounts/:account/activity', queryParameters(activityParameters), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { after, ...filter } = c.req.valid('query')
      const page = await activityPage(db.read, { ...filter, accountId, after: positionAfter(after) })
      return c.json({ activity: page.activity, next: nextCursor(page.next) })
    })
    .get('/accounts/:account/export', queryParameters(exportParameters), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { mediaType, file, write } = EXPORTS[c.req.valid('query').format]
      const options = { db: db.read, clock, baseUrl, feedFormats: dashboard.feedFormats }
      return c.body(streamOf(write(options, await accountById(db.read, accountId))), 200, {
        'Content-Type': mediaType,
        'Content-Disposition': `attachment; filename="${file}"`,
      })
    })
}

/** A failure aborts the response, so that no client takes half of an export for all of it. A client that hangs up ends the export. */
function streamOf(written: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const texts = written[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return?.()
    },
  })
}
