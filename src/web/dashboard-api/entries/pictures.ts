import { Hono } from 'hono'
import { z } from 'zod'
import { entryToChange } from '#actions/entries/entry-change.ts'
import { entryJson } from '#actions/entries/entry-json.ts'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import { cropFrom } from '#changelog/entries/images/crop.ts'
import { fetchOffered, requireDescription } from '#changelog/entries/images/pull-pictures.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'
import { crop, sha256 } from './images.ts'

/** The version of the entry that the member saw. */
const seen = z.int().min(1)

const key = z.string().length(16)
const look = z.object({ key })
const use = z.object({
  key,
  seen,
  alt: z.string().max(10_000),
  crop: crop.optional(),
  poster: sha256.optional(),
})

/**
 * Pictures in the descriptions of an entry's pull requests, which `entryDetail` lists. They are on other
 * hosts, so the server fetches one when a writer asks to see it, and stores it only when it is used.
 */
export function pictures(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .post('/accounts/:account/entries/:entry/pictures/look', jsonBody(look), async c => {
      const { accountId } = await authorize(web, c, 'writer')
      const entry = await entryById(db.read, c.req.param('entry'), accountId)
      const { bytes, mediaType } = await fetchOffered(
        db.read,
        entry,
        c.req.valid('json').key,
        dashboard.pullPicture,
      )
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': mediaType,
        'Content-Security-Policy': "default-src 'none'; sandbox",
      })
    })
    .post('/accounts/:account/entries/:entry/pictures/use', jsonBody(use), async c => {
      const who = await authorize(web, c, 'writer')
      const { key, alt, seen, crop, poster } = c.req.valid('json')
      const entry = await entryToChange(db.read, who, { id: c.req.param('entry'), seen })
      requireDescription(alt)
      const picture = await fetchOffered(
        db.read,
        entry,
        key,
        dashboard.pullPicture,
        crop === undefined ? null : cropFrom(crop),
      )
      const after = await db.write(async tx => {
        await entryToChange(tx, who, { id: entry.id, seen })
        return illustrateEntry(
          tx,
          who.action,
          entry.id,
          { picture, alt, isFromPull: true, ...(poster && { poster }) },
          { seen },
        )
      })
      return c.json(entryJson(await listedEntry(db.read, after)))
    })
}
