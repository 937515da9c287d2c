import { Hono } from 'hono'
import { z } from 'zod'
import { type Entry, roleToChange } from '#changelog/entries/entry.ts'
import { changedItems, recentChanges } from '#changelog/inbox/changes.ts'
import { inboxPage } from '#changelog/inbox/inbox.ts'
import { describeUndo, nextUndo } from '#changelog/inbox/next-undo.ts'
import { withOffers } from '#changelog/inbox/undoable.ts'
import { rewordingsOf } from '#pipeline/writing/offer.ts'
import { HOUR_MS } from '#platform/clock.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize, nextCursor, pageParameters, positionAfter } from '../authorize.ts'
import { pageCounts } from '../page-counts.ts'

const search = z.object({
  ...pageParameters,
  q: z.string().trim().min(1).max(200).optional(),
})

/**
 * Routes of the inbox, of the counts beside the dashboard's pages, and of what the writer could reword; null for nothing. Open to all
 * members.
 */
export function inbox(web: WebContext) {
  const { db, clock, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/inbox', queryParameters(search), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { after, q, limit } = c.req.valid('query')
      const filter = { limit, accountId, text: q, after: positionAfter(after) }
      const { next, ...page } = await inboxPage(db, filter)
      return c.json({ ...page, next: nextCursor(next) })
    })
    .get('/accounts/:account/counts', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await pageCounts(db.read, accountId))
    })
    .get('/accounts/:account/rewording', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { offer } = await rewordingsOf({ db, clock, models: dashboard.models }, accountId)
      return c.json({ offer })
    })
}

/** The member as somebody who undoes changes, limited by their role. */
const undoerOf = ({ accountId, action, requireRole }: AccountAccess) => ({
  accountId,
  now: action.clock.now(),
  requireRole: (entry: Pick<Entry, 'state'>) => requireRole(roleToChange(entry)),
})

/** The most changes that the history shows. */
const MOST_CHANGES = 50

/** Routes that list changes, also those of other members and of commands, and say which one is undone next. */
export function undo(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/changes', async c => {
      const who = await authorize(web, c, 'viewer')
      const newest = { now: clock.now(), limit: MOST_CHANGES }
      const changes = await recentChanges(db.read, who.accountId, newest)
      return c.json({ changes: await withOffers(db.read, undoerOf(who), changes) })
    })
    .get('/accounts/:account/undo', queryParameters(z.object({ change: z.uuid().optional() })), async c => {
      const who = await authorize(web, c, 'viewer')
      const { accountId, action } = who
      const { change: id } = c.req.valid('query')
      const now = clock.now()
      const person = { accountId, actor: action.actor, since: now - HOUR_MS, now }
      const { change, final } =
        id === undefined
          ? await nextUndo(db.read, person)
          : { change: await namedChange(web, accountId, id), final: null }
      const [offered = null] = await withOffers(db.read, undoerOf(who), change ? [change] : [])
      const described = offered && { ...offered, ...(await describeUndo(db.read, accountId, offered.id)) }
      return c.json({ change: described, final })
    })
}

async function namedChange({ db }: WebContext, accountId: string, id: string) {
  const changed = await changedItems(db.read, accountId, id)
  return changed && { ...changed, id, items: changed.items.length }
}
