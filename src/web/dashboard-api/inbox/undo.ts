import { Hono } from 'hono'
import { z } from 'zod'
import { requireAtLeast } from '#accounts/members.ts'
import { roleToChange } from '#changelog/entries/entry.ts'
import { changedItems, recentChanges, type UndoableChange } from '#changelog/inbox/changes.ts'
import { describeUndo, nextUndo } from '#changelog/inbox/next-undo.ts'
import { type LaterChange, PLACEMENTS, undoGroup, undoItem, undoMove } from '#changelog/inbox/undo.ts'
import { endRewording } from '#pipeline/rewording/rewordings.ts'
import { HOUR_MS } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { withTurns } from '#platform/iterables.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize, briefJson } from '../authorize.ts'

/** Changes that the history shows. */
const MOST_CHANGES = 50

const STOPPED = { state: 'stopped' } as const

/** What became of one item. One that was changed since stays as it is, and says who did what. */
export type UndoOutcome = { id: string } & (
  | { outcome: 'undone'; entry: ReturnType<typeof briefJson> | null }
  | { outcome: 'kept'; detail: string; since: LaterChange | null }
)

/** Lists bulk changes and undoes them, also those of other members, with the role that the entries take. */
export function undo(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/changes', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json({ changes: await recentChanges(db.read, accountId, MOST_CHANGES) })
    })
    .get('/accounts/:account/undo', queryParameters(z.object({ change: z.uuid().optional() })), async c => {
      const { accountId, action } = await authorize(web, c, 'viewer')
      const { change: id } = c.req.valid('query')
      const person = { accountId, actor: action.actor, since: clock.now() - HOUR_MS }
      const { change, final } =
        id === undefined
          ? await nextUndo(db.read, person)
          : { change: await namedChange(db.read, accountId, id), final: null }
      const described = change && { ...change, ...(await describeUndo(db.read, accountId, change.id)) }
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
      const isPlacement = PLACEMENTS.includes(action)
      for await (const id of withTurns(ids))
        outcomes.push(await undone(web, who, { change, id, isPlacement }))
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

const requestOf = ({ accountId, membership }: AccountAccess, changeId: string) => ({
  accountId,
  changeId,
  requireRole: (entry: Parameters<typeof roleToChange>[0]) => requireAtLeast(membership, roleToChange(entry)),
})

async function undone(
  { db }: WebContext,
  who: AccountAccess,
  { change, id, isPlacement }: { change: string; id: string; isPlacement: boolean },
): Promise<UndoOutcome> {
  try {
    const request = { ...requestOf(who, change), itemId: id, isPlacement }
    const entry = await db.write(tx => undoItem(tx, who.action, request))
    return { id, outcome: 'undone', entry: entry && briefJson(entry) }
  } catch (error) {
    return { id, ...keptFor(error) }
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
    const request = { ...requestOf(who, changeId), itemId }
    const drafts = await db.write(tx => undoGroup(tx, who.action, request))
    return drafts.map(entry => ({ id: entry.id, outcome: 'undone', entry: briefJson(entry) }))
  } catch (error) {
    return [{ id: itemId, ...keptFor(error) }]
  }
}

async function movedBack(
  { db }: WebContext,
  who: AccountAccess,
  changeId: string,
  ids: readonly string[],
): Promise<UndoOutcome[]> {
  try {
    const entries = await db.write(tx => undoMove(tx, who.action, requestOf(who, changeId)))
    return entries.map(entry => ({ id: entry.id, outcome: 'undone', entry: briefJson(entry) }))
  } catch (error) {
    const kept = keptFor(error)
    return ids.map(id => ({ id, ...kept }))
  }
}

/** What became of an item that could not be undone. Unexpected errors are thrown. */
function keptFor(error: unknown) {
  if (!(error instanceof AppError) || error.code === 'unavailable') throw error
  const since = isLaterChange(error.current) ? error.current : null
  return { outcome: 'kept' as const, detail: error.publicMessage, since }
}

const isLaterChange = (current: unknown): current is LaterChange =>
  typeof current === 'object' && current !== null && 'actorName' in current
