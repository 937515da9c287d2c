import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { recordAccountOpened } from '#accounts/members.ts'
import { planUsage } from '#accounts/plan.ts'
import { EXPORT_NAMES, EXPORTS } from '#pipeline/export/export.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const exportParameters = z.object({ format: z.enum(EXPORT_NAMES).default('json') })

/**
 * Routes that remember which account a member opened last, and export an account's data, open to all members; and one that shows
 * owners the plan and its usage.
 */
export function account(web: WebContext) {
  const { db, clock, baseUrl, dashboard } = web
  return new Hono<SessionEnv>()
    .post('/accounts/:account/open', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      await db.write(tx => recordAccountOpened(tx, clock, accountId, c.var.person.id))
      return c.json({ opened: true })
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
    .get('/accounts/:account/plan', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const { billing } = dashboard
      return c.json({ billing, ...(await planUsage(db.read, billing, accountId)) })
    })
}

/** A failure aborts the response, so that no client mistakes half of an export for all of it. If the client hangs up, the export ends. */
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
