import { Hono } from 'hono'
import { z } from 'zod'
import { changedItems, recentChanges, type UndoableChange } from '#changelog/inbox/changes.ts'
import { describeUndo, nextUndo } from '#changelog/inbox/next-undo.ts'
import { undoGroup, undoItem, undoMove } from '#changelog/inbox/undo.ts'
import { type Kept, keptFor, withOffers } from '#changelog/inbox/undoable.ts'
import { endRewording } from '#pipeline/rewording/rewordings.ts'
import { HOUR_MS } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { withTurns } from '#platform/iterables.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize, briefJson, undoerOf } from '../authorize.ts'

/** Changes that the history shows. */
const MOST_CHANGES = 50

const STOPPED = { state: 'stopped' } as const

/** What became of one item. One that was changed since stays as it is, and says who did what. */
export type UndoOutcome = { id: string } & (
  | { outcome: 'undone'; entry: ReturnType<typeof briefJson> | null }
  | ({ outcome: 'kept' } & Kept)
)

/** Lists bulk changes and undoes them, also those of other members, with the role that the entries take. */
export function undo(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/changes', async c => {
      const who = await authorize(web, c, 'viewer')
      const changes = await recentChanges(db.read, who.accountId, MOST_CHANGES)
      return c.json({ changes: await offered(web, who, changes) })
    })
    .get('/accounts/:account/undo', queryParameters(z.object({ change: z.uuid().optional() })), async c => {
      const who = await authorize(web, c, 'viewer')
      const { accountId, action } = who
      const { change: id } = c.req.valid('query')
      const person = { accountId, actor: action.actor, since: clock.now() - HOUR_MS }
      const { change, final } =
        id === undefined
          ? await nextUndo(db.read, person)
          : { change: await namedChange(db.read, accountId, id), final: null }
      const [known = null] = await offered(web, who, change ? [change] : [])
      const described = known && { ...known, ...(await describeUndo(db.read, accountId, known.id)) }
      return c.json({ change: described, final })
    })
    .post('/accounts/:account/undo', jsonBody(z.object({ change: z.uuid() })), async c => {
      const who = await authorize(web, c, 'writer')
      const { change } = c.req.valid('json')
      const { action, ids } = await changedItems(db.read, who.accountId, change)
      if (action === 'reword')
        await db.write(tx => endRewording(tx, who.action, { ...who, id: change }, STOPPED))
      if (action === 'move') return c.json({ outcomes: await movedBack(web, who, change, ids) })
      if (action === 'group') return c.json({ outcomes: await ungrouped(web, who, change, ids) })
      const outcomes: UndoOutcome[] = []
      for await (const id of withTurns(ids)) outcomes.push(await undone(web, who, change, id))
      return c.json({ outcomes })
    })
}

async function namedChange(
  db: Reader,
  accountId: string,
  id: string,
): Promise<Pick<UndoableChange, 'id' | 'action' | 'items'>> {
  const { action, ids } = await changedItems(db, accountId, id)
  return { id, action, items: ids.length }
}

const offered = <C extends { id: string }>({ db, clock }: WebContext, who: AccountAccess, changes: C[]) =>
  withOffers(db.read, { ...undoerOf(who), now: clock.now() }, changes)

async function undone(
  { db }: WebContext,
  who: AccountAccess,
  changeId: string,
  id: string,
): Promise<UndoOutcome> {
  try {
    const request = { ...undoerOf(who), changeId, itemId: id }
    const entry = await db.write(tx => undoItem(tx, who.action, request))
    return { id, outcome: 'undone', entry: entry && briefJson(entry) }
  } catch (error) {
    return { id, outcome: 'kept', ...keptFor(error) }
  }
}

/** The drafts that come back, or why the group stays. */
async function ungrouped(
  { db }: WebContext,
  who: AccountAccess,
  changeId: string,
  ids: readonly string[],
): Promise<UndoOutcome[]> {
  const [itemId = ''] = ids
  try {
    const request = { ...undoerOf(who), changeId, itemId }
    const drafts = await db.write(tx => undoGroup(tx, who.action, request))
    return drafts.map(entry => ({ id: entry.id, outcome: 'undone', entry: briefJson(entry) }))
  } catch (error) {
    return [{ id: itemId, outcome: 'kept', ...keptFor(error) }]
  }
}

async function movedBack(
  { db }: WebContext,
  who: AccountAccess,
  changeId: string,
  ids: readonly string[],
): Promise<UndoOutcome[]> {
  try {
    const entries = await db.write(tx => undoMove(tx, who.action, { ...undoerOf(who), changeId }))
    return entries.map(entry => ({ id: entry.id, outcome: 'undone', entry: briefJson(entry) }))
  } catch (error) {
    const kept = keptFor(error)
    return ids.map(id => ({ id, outcome: 'kept', ...kept }))
  }
}
