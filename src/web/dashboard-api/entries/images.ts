import { Hono } from 'hono'
import { z } from 'zod'
import { entryToChange } from '#actions/entries/entry-change.ts'
import { entryJson } from '#actions/entries/entry-json.ts'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import { cropFrom } from '#changelog/entries/images/crop.ts'
import { imageOf, storeImage } from '#changelog/entries/images/images.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { fetchOffered, requireDescription } from '#changelog/entries/images/pull-pictures.ts'
import { mediaFrom } from '#changelog/entries/images/recordings/recording.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { mediaResponse } from '#web/media-response.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize } from '../authorize.ts'

/** The part of the picture to keep, as `left,top,width,height`. */
const crop = z.string().max(100).optional()
const partOf = (crop: string | undefined) => (crop === undefined ? null : cropFrom(crop))
/** The hash of a recording's first frame, which is stored before the recording. */
const poster = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional()
/** `seen` is the version of the entry that the member saw. */
const upload = z.object({
  ...{ crop, poster, alt: z.string().min(1).max(10_000) },
  seen: z.coerce.number().int().min(1),
})

/** The key of an offered picture. */
const key = z.string().length(16)
const use = z.object({ key, crop, poster, seen: z.int().min(1), alt: z.string().max(10_000) })

/** What becomes the picture of an entry. */
type Illustration = Parameters<typeof illustrateEntry>[3]

/** Shows a picture with the entry, if nobody has changed the entry since the member saw it. */
async function illustrate(
  { db }: WebContext,
  who: AccountAccess,
  which: { id: string; seen: number },
  illustration: Illustration,
) {
  const after = await db.write(async tx => {
    const { id } = await entryToChange(tx, who, which)
    return illustrateEntry(tx, who.action, id, illustration, { seen: which.seen })
  })
  return entryJson(await listedEntry(db.read, after))
}

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
      const which = { id: c.req.param('entry'), seen }
      const part = partOf(crop)
      await entryToChange(db.read, who, which)
      const picture = await mediaFrom(new Uint8Array(await c.req.arrayBuffer()), who.accountId, part)
      return c.json(await illustrate(web, who, which, { picture, alt, poster }))
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

/**
 * Pictures in the descriptions of an entry's pull requests, which `entryDetail` lists. They are on other
 * hosts, so the server fetches one when a writer asks to see it, and stores it only when it is used.
 */
export function offeredPictures(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .post('/accounts/:account/entries/:entry/pictures/look', jsonBody(z.object({ key })), async c => {
      const { accountId } = await authorize(web, c, 'writer')
      const entry = await entryById(db.read, c.req.param('entry'), accountId)
      const { key } = c.req.valid('json')
      const { bytes, mediaType } = await fetchOffered(db.read, entry, key, dashboard.pullPicture)
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': mediaType,
        'Content-Security-Policy': "default-src 'none'; sandbox",
      })
    })
    .post('/accounts/:account/entries/:entry/pictures/use', jsonBody(use), async c => {
      const who = await authorize(web, c, 'writer')
      const { key, alt, seen, crop, poster } = c.req.valid('json')
      const which = { id: c.req.param('entry'), seen }
      const entry = await entryToChange(db.read, who, which)
      requireDescription(alt)
      const picture = await fetchOffered(db.read, entry, key, dashboard.pullPicture, partOf(crop))
      return c.json(await illustrate(web, who, which, { picture, alt, poster, isFromPull: true }))
    })
}
