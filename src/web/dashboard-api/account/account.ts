import { Hono } from 'hono'
import { z } from 'zod'
import { accountByPublicId } from '#accounts/account.ts'
import { activityPage } from '#accounts/activity.ts'
import { requireRole } from '#accounts/members.ts'
import { EXPORT_NAMES, EXPORTS } from '#pipeline/export/export.ts'
import type { WebContext } from '#web/context.ts'
import { insideOf, nextOf, pageWish, placeOf } from '#web/dashboard-api/authorize.ts'
import { query } from '#web/request-bodies.ts'
import type { SignedInEnv } from '#web/session-guard.ts'

const wish = z.object({ ...pageWish, subject: z.string().max(100).optional() })

/** Who did what, when: for everybody in the account. */
export function activity(parts: WebContext) {
  const inside = insideOf(parts)
  return new Hono<SignedInEnv>().get('/accounts/:account/activity', query(wish), async c => {
    const { accountId } = await inside(c, 'viewer')
    const { after, ...rest } = c.req.valid('query')
    const page = await activityPage(parts.db.read, { ...rest, accountId, after: placeOf(after) })
    return c.json({ activity: page.activity, next: nextOf(page.next) })
  })
}

/** A copy of what the account has, to keep. Whoever may read everything may take it away. */
export const exports = ({ db, clock, baseUrl, dashboard: { feedFormats } }: WebContext) =>
  new Hono<SignedInEnv>().get(
    '/accounts/:account/export',
    query(z.object({ format: z.enum(EXPORT_NAMES).default('json') })),
    async c => {
      const { account } = await requireRole(db.read, c.var.person, c.req.param('account'), 'viewer')
      const { mediaType, file, write } = EXPORTS[c.req.valid('query').format]
      const whole = await accountByPublicId(db.read, account.publicId)
      const written = write({ db: db.read, clock, baseUrl, feedFormats }, whole)
      return c.body(streamOf(written), 200, {
        'Content-Type': mediaType,
        'Content-Disposition': `attachment; filename="${file}"`,
      })
    },
  )

/** What fails on the way breaks the answer off, so that nobody takes half of it for the whole; who hangs up ends the work. */
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
