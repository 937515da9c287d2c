import { Hono } from 'hono'
import { z } from 'zod'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import { imageOf } from '#changelog/entries/images/images.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { recordEntryChange } from '#changelog/inbox/changes.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, entryJson, entryToChange } from '../authorize.ts'

const alt = z.string().min(1).max(10_000)
const seenAt = z.coerce.number().int().min(1)
const upload = z.object({ alt, seen: seenAt })

/** The image of an entry. An upload has the bytes in its body and the alternative text in its query. */
export function images(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .put('/accounts/:account/entries/:entry/image', queryParameters(upload), async c => {
      const who = await authorize(web, c, 'writer')
      const { alt, seen } = c.req.valid('query')
      await entryToChange(db.read, who, c.req.param('entry'), seen)
      const picture = await pictureFrom(new Uint8Array(await c.req.arrayBuffer()), who.accountId)
      const after = await db.write(async tx => {
        const before = await entryToChange(tx, who, c.req.param('entry'), seen)
        const illustrated = await illustrateEntry(tx, who.action, before.id, { picture, alt })
        await recordEntryChange(tx, who.action, 'edit', before, illustrated)
        return illustrated
      })
      return c.json(entryJson(await listedEntry(db.read, after)))
    })
    .get('/accounts/:account/images/:sha256', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const image = await imageOf(db.read, accountId, c.req.param('sha256'))
      if (!image) throw new AppError('not_found', 'The account has no such image.')
      return c.body(new Uint8Array(image.bytes), 200, {
        'Content-Type': image.mediaType,
        'Content-Security-Policy': "default-src 'none'; sandbox",
      })
    })
}
