import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { laidOut, olderDrafts, openEditionOf } from '#changelog/editions/edition.ts'
import type { Item } from '#changelog/editions/items.ts'
import { inReadingOrder } from '#changelog/editions/layout.ts'
import { combineInEdition, placeInEdition } from '#changelog/editions/places.ts'
import { hasShownPicture } from '#changelog/entries/images/images.ts'
import { stillOf } from '#changelog/entries/images/stills.ts'
import { entryPage } from '#changelog/entries/list.ts'
import { entryContents } from '#changelog/feeds/content.ts'
import { MAX_PULLS_PER_ENTRY } from '#changelog/limits.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, briefJson } from '../authorize.ts'
import { listJson } from './list.ts'

const placement = z.object({
  /** `auto`: wherever the machine puts it. */
  part: z.enum(['story', 'line', 'out', 'auto']),
  /** The entry that it is to stand above; null for the end. */
  before: z.string().max(100).nullable().optional(),
})
const combined = z.object({ entryIds: z.array(z.uuid()).min(2).max(MAX_PULLS_PER_ENTRY) })

/** The edition that goes out next. All members see it, writers arrange it; it is edited, queued and published like any entry. */
export function edition(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/edition', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await shownEdition(web, accountId))
    })
    .put('/accounts/:account/edition/items/:entry', jsonBody(placement), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      await db.write(tx => placeInEdition(tx, action, accountId, c.req.param('entry'), c.req.valid('json')))
      return c.json({ change: action.change.id, ...(await shownEdition(web, accountId)) })
    })
    .post('/accounts/:account/edition/stories', jsonBody(combined), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      const { entryIds } = c.req.valid('json')
      const story = await db.write(tx => combineInEdition(tx, action, accountId, entryIds))
      const change = action.change.id
      return c.json({ story: briefJson(story), change, ...(await shownEdition(web, accountId)) })
    })
}

/** `edition` and `period` are null where there are none, `last` where none has gone out yet. */
async function shownEdition(web: WebContext, accountId: string) {
  const { db, clock } = web
  const stored = await openEditionOf(db.read, accountId)
  const last = await lastEdition(web, accountId)
  if (stored === null) return { period: null, last, edition: null }
  const { edition, layout, more, words, account } = await laidOut(db.read, stored, clock.now())
  const titles = layout.stories.length > 0 ? 'below' : 'alone'
  const told = inReadingOrder(layout)
  const [opening, ...bodies] = await entryContents([edition, ...told.map(({ entry }) => entry)])
  const htmlOf = new Map(told.map(({ entry }, at) => [entry.id, bodies[at]?.html ?? '']))
  const stills = await stillsOf(db.read, accountId, [
    ...told,
    ...[...layout.held, ...layout.leftOut].map(({ item }) => item),
  ])
  const shown = (item: Item) => ({
    ...shownItem(item, stills.get(item.entry.id) ?? null),
    html: htmlOf.get(item.entry.id) ?? '',
  })
  return {
    period: account.period,
    last,
    edition: {
      ...briefJson(edition),
      html: opening?.html ?? '',
      size: told.length,
      older: await olderDrafts(db.read, stored, account),
      /** There is a picture in it, and the account has shown none yet. */
      isFirstPicture:
        told.some(({ entry }) => entry.image !== null) && !(await hasShownPicture(db.read, accountId)),
      stories: layout.stories.map(shown),
      lists: layout.lists.map(({ name, changes }) => ({
        title: words.lists[name][titles],
        items: changes.map(shown),
      })),
      held: layout.held.map(({ item, reason }) => ({ item: shown(item), reason })),
      leftOut: layout.leftOut.map(({ item, reason }) => ({ item: shown(item), reason })),
      more,
    },
  }
}

/** The edition that went out last, with where readers find it. */
async function lastEdition(web: WebContext, accountId: string) {
  const account = await accountById(web.db.read, accountId)
  const { entries } = await entryPage(web.db, {
    accountId,
    state: 'published',
    origin: 'edition',
    limit: 1,
  })
  const [last] = await listJson(web, account, entries)
  if (last?.state !== 'published') return null
  const { id, title, publishedAt, address, items } = last
  return { id, title, publishedAt, address, items }
}

/** The pictures of items, or of their recordings, by entry. */
async function stillsOf(
  db: Reader,
  accountId: string,
  items: readonly Item[],
): Promise<Map<string, string | null>> {
  const found = items.map(async ({ entry }) => [entry.id, await stillOf(db, accountId, entry.image)] as const)
  return new Map(await Promise.all(found))
}

const shownItem = (
  { entry, isBreaking, isUnsure, mergedAt, place, shippedIn }: Item,
  still: string | null,
) => ({
  ...briefJson(entry),
  image: still && entry.image && { sha256: still, alt: entry.image.alt },
  isBreaking,
  isUnsure,
  isPlaced: place !== null,
  mergedAt,
  shippedIn,
})
