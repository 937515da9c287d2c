import { Hono } from 'hono'
import { z } from 'zod'
import { requireAtLeast } from '#accounts/members.ts'
import { changedItems, lastChange } from '#changelog/inbox/changes.ts'
import { type LaterChange, undoItem } from '#changelog/inbox/undo.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize, briefJson, roleToChange } from '../authorize.ts'

const HOUR_MS = 3_600_000

/** What became of one item. One that was changed since stays as it is, and says who did what. */
export type UndoOutcome = { id: string } & (
  | { outcome: 'undone'; entry: ReturnType<typeof briefJson> | null }
  | { outcome: 'kept'; detail: string; since: LaterChange | null }
)

/** Undoes bulk changes, also those of other members, with the role that the entries take. */
export function undo(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/undo', async c => {
      const { accountId, action } = await authorize(web, c, 'viewer')
      const since = clock.now() - HOUR_MS
      return c.json({ change: await lastChange(db.read, { accountId, actor: action.actor, since }) })
    })
    .post('/accounts/:account/undo', jsonBody(z.object({ change: z.uuid() })), async c => {
      const who = await authorize(web, c, 'writer')
      const { change } = c.req.valid('json')
      const outcomes: UndoOutcome[] = []
      for (const id of await changedItems(db.read, who.accountId, change))
        outcomes.push(await undone(web, who, change, id))
      return c.json({ outcomes })
    })
}

async function undone(
  { db }: WebContext,
  { accountId, action, membership }: AccountAccess,
  changeId: string,
  id: string,
): Promise<UndoOutcome> {
  const request = {
    ...{ accountId, changeId, itemId: id },
    requireRole: (entry: Parameters<typeof roleToChange>[0]) =>
      requireAtLeast(membership, roleToChange(entry)),
  }
  try {
    const entry = await db.write(tx => undoItem(tx, action, request))
    return { id, outcome: 'undone', entry: entry && briefJson(entry) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    const since = isLaterChange(error.current) ? error.current : null
    return { id, outcome: 'kept', detail: error.publicMessage, since }
  }
}

const isLaterChange = (current: unknown): current is LaterChange =>
  typeof current === 'object' && current !== null && 'actorName' in current
