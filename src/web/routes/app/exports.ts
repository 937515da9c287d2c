import { Hono } from 'hono'
import { z } from 'zod'
import { accountByPublicId } from '#accounts/account.ts'
import { requireRole } from '#accounts/members.ts'
import { EXPORT_NAMES, EXPORTS } from '#pipeline/export/export.ts'
import type { AppParts } from '../../app.ts'
import { query } from '../../body.ts'
import type { SignedInEnv } from '../../guard.ts'

/** A copy of what the account has, to keep. Whoever may read everything may take it away. */
export const exports = ({ db, clock, baseUrl, desk: { feedFormats } }: AppParts) =>
  new Hono<SignedInEnv>().get(
    '/accounts/:account/export',
    query(z.object({ format: z.enum(EXPORT_NAMES).default('json') })),
    async c => {
      const { account } = await requireRole(db.read, c.var.person, c.req.param('account'), 'viewer')
      const { mediaType, file, write } = EXPORTS[c.req.valid('query').format]
      const whole = await accountByPublicId(db.read, account.publicId)
      const written = write({ db: db.read, clock, baseUrl, feedFormats }, whole)
      return c.body(ReadableStream.from(written).pipeThrough(new TextEncoderStream()), 200, {
        'Content-Type': mediaType,
        'Content-Disposition': `attachment; filename="${file}"`,
      })
    },
  )
