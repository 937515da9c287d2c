import { Hono } from 'hono'
import { z } from 'zod'
import { entryToChange } from '#actions/entries/entry-change.ts'
import { entryJson } from '#actions/entries/entry-json.ts'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import { cropFrom } from '#changelog/entries/images/crop.ts'
import { imageOf, storeImage } from '#changelog/entries/images/images.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { mediaFrom } from '#changelog/entries/images/recordings/recording.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { mediaResponse } from '#web/media-response.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const alt = z.string().min(1).max(10_000)
/** The part of the picture to keep, as `left,top,width,height`. */
export const crop = z.string().max(100)
const seenAt = z.coerce.number().int().min(1)
/** The hash of a recording's first frame, which is stored before the recording. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const upload = z.object({ alt, seen: seenAt, crop: crop.optional(), poster: sha256.optional() })

/**
 * Routes for the image or recording of an entry. An upload has the bytes in its body and everything else in
 * its query. A poster is uploaded by itself, before its recording.
 */
export function images(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .put('/accounts/:account/entries/:entry/image', queryParameters(upload), async c => {
      const who = await authorize(web, c, 'writer')
      const { alt, seen, crop, poster } = c.req.valid('query')
      const part = crop === undefined ? null : cropFrom(crop)
      await entryToChange(db.read, who, { id: c.req.param('entry'), seen })
      const picture = await mediaFrom(new Uint8Array(await c.req.arrayBuffer()), who.accountId, part)
      const after = await db.write(async tx => {
        const before = await entryToChange(tx, who, { id: c.req.param('entry'), seen })
        return illustrateEntry(
          tx,
          who.action,
          before.id,
          { picture, alt, ...(poster && { poster }) },
          { seen },
        )
      })
      return c.json(entryJson(await listedEntry(db.read, after)))
    })
    .post('/accounts/:account/images', async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      const picture = await pictureFrom(new Uint8Array(await c.req.arrayBuffer()), accountId)
      return c.json({ sha256: await db.write(tx => storeImage(tx, action, accountId, picture)) })
    })
    .get('/accounts/:account/images/:sha256', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const image = await imageOf(db.read, accountId, c.req.param('sha256'))
      if (!image) throw new AppError('not_found', 'The account has no such image.')
      return mediaResponse(c, image)
    })
}
