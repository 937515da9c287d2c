import { Hono } from 'hono'
import { z } from 'zod'
import { accountByPublicId } from '#accounts/account.ts'
import { requireRole } from '#accounts/members.ts'
import { EXPORT_NAMES, EXPORTS } from '#pipeline/export/export.ts'
import { query } from '#web/body.ts'
import type { WebContext } from '#web/parts.ts'
import type { SignedInEnv } from '#web/session-guard.ts'

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
