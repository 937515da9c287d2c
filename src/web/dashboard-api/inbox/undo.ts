import { Hono } from 'hono'
import { z } from 'zod'
import { changedItems, recentChanges, unknownChange } from '#changelog/inbox/changes.ts'
import { describeUndo, nextUndo } from '#changelog/inbox/next-undo.ts'
import { undoItem } from '#changelog/inbox/undo.ts'
import { type Kept, keptFor, withOffers } from '#changelog/inbox/undoable.ts'
import { endRewording } from '#pipeline/writing/rewordings.ts'
import { HOUR_MS } from '#platform/clock.ts'
import { withTurns } from '#platform/iterables.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize, briefJson, undoerOf } from '../authorize.ts'

/** Changes that the history shows. */
const MOST_CHANGES = 50

const STOPPED = { state: 'stopped' } as const

/** What became of an entry or another item. One that was changed since stays as it is, and says who did what. */
export type UndoOutcome = { id: string } & (
  | { outcome: 'undone'; entry: ReturnType<typeof briefJson> | null }
  | ({ outcome: 'kept' } & Kept)
)

/** Lists changes and undoes them, also those of other members and commands, with the role that the entries take. */
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
      const person = { accountId, actor: action.actor, since: clock.now() - HOUR_MS }
      const { change, final } =
        id === undefined
          ? await nextUndo(db.read, person)
          : { change: await namedChange(web, accountId, id), final: null }
      const [offered = null] = await withOffers(db.read, undoerOf(who), change ? [change] : [])
      const described = offered && { ...offered, ...(await describeUndo(db.read, accountId, offered.id)) }
      return c.json({ change: described, final })
    })
    .post('/accounts/:account/undo', jsonBody(z.object({ change: z.uuid() })), async c => {
      const who = await authorize(web, c, 'writer')
      const { change } = c.req.valid('json')
      const changed = await changedItems(db.read, who.accountId, change)
      if (changed === null) throw unknownChange()
      if (changed.action === 'worded anew')
        await db.write(tx => endRewording(tx, who.action, { ...who, id: change }, STOPPED))
      const outcomes: UndoOutcome[] = []
      for await (const item of withTurns(changed.items))
        outcomes.push(...(await undone(web, who, change, item)))
      return c.json({ outcomes })
    })
}

async function namedChange({ db }: WebContext, accountId: string, id: string) {
  const changed = await changedItems(db.read, accountId, id)
  return changed && { ...changed, id, items: changed.items.length }
}

/** An outcome for each entry that the item has now, or one for the item. */
async function undone(
  { db }: WebContext,
  who: AccountAccess,
  changeId: string,
  itemId: string,
): Promise<UndoOutcome[]> {
  try {
    const request = { ...undoerOf(who), changeId, itemId }
    const entries = await db.write(tx => undoItem(tx, who.action, request))
    if (entries.length === 0) return [{ id: itemId, outcome: 'undone', entry: null }]
    return entries.map(entry => ({ id: entry.id, outcome: 'undone', entry: briefJson(entry) }))
  } catch (error) {
    return [{ id: itemId, outcome: 'kept', ...keptFor(error) }]
  }
}
