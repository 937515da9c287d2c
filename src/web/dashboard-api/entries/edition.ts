import { Hono } from 'hono'
import { z } from 'zod'
import { PERIODS, type Rhythm, rhythmOf } from '#accounts/rhythm.ts'
import { type Item, laidOut, openEditionOf } from '#changelog/editions/edition.ts'
import { placeInEdition } from '#changelog/editions/places.ts'
import { changeRhythm } from '#changelog/editions/publish.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, briefJson } from '../authorize.ts'

const placement = z.object({
  part: z.enum(['story', 'line', 'out']),
  /** The entry that it is to stand above; null for the end. */
  before: z.string().max(100).nullable().optional(),
})
const rhythmChange = z
  .object({ period: z.enum(PERIODS), urgentAtOnce: z.boolean(), feedsListItems: z.boolean() })
  .partial()

/** The edition that goes out next. All members see it, writers arrange it; it is edited, queued and published like any entry. Owners change the rhythm. */
export function edition(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/edition', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await shownEdition(db.read, accountId, clock.now()))
    })
    .put('/accounts/:account/edition/items/:entry', jsonBody(placement), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      await db.write(tx => placeInEdition(tx, action, accountId, c.req.param('entry'), c.req.valid('json')))
      return c.json(await shownEdition(db.read, accountId, clock.now()))
    })
    .patch('/accounts/:account/rhythm', jsonBody(rhythmChange), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const given = Object.entries(c.req.valid('json')).filter(([, value]) => value !== undefined)
      const change: Partial<Rhythm> = Object.fromEntries(given)
      return c.json(await db.write(tx => changeRhythm(tx, action, accountId, change)))
    })
}

/** `edition` is null where the rhythm has none. */
async function shownEdition(db: Reader, accountId: string, now: Instant) {
  const rhythm = await rhythmOf(db, accountId)
  const stored = await openEditionOf(db, accountId)
  if (stored === null) return { rhythm, edition: null }
  const { edition, layout, words } = await laidOut(db, stored, now)
  const titles = layout.stories.length > 0 ? 'below' : 'alone'
  return {
    rhythm,
    edition: {
      ...briefJson(edition),
      body: edition.body,
      machineTitle: edition.machineTitle,
      machineBody: edition.machineBody,
      stories: layout.stories.map(shownItem),
      lists: layout.lists.map(({ name, changes }) => ({
        title: words.lists[name][titles],
        items: changes.map(shownItem),
      })),
      held: layout.held.map(({ item, reason }) => ({ item: shownItem(item), reason })),
      leftOut: layout.leftOut.map(({ item, reason }) => ({ item: shownItem(item), reason })),
    },
  }
}

const shownItem = ({ entry, isBreaking, isUnsure, mergedAt, place, shippedIn }: Item) => ({
  ...briefJson(entry),
  body: entry.body,
  image: entry.image,
  isBreaking,
  isUnsure,
  isPlaced: place !== null,
  mergedAt,
  shippedIn,
})
