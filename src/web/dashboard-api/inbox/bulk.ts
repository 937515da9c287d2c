import { Hono } from 'hono'
import { z } from 'zod'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { KINDS, MAGNITUDES, VISIBILITIES } from '#judgement/classification/classification.ts'
import {
  type BulkContext,
  type BulkInput,
  type BulkItem,
  changeItem,
  isMove,
  TRANSITIONS,
  type TransitionName,
} from '#pipeline/judging/bulk.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'
import { withTurns } from '#platform/iterables.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, briefJson, seen } from '../authorize.ts'

const LATEST = 253_402_300_799_999

const item = z.object({
  /** Of an entry, or of an undecided pull request. */
  id: z.uuid(),
  /** The version of the entry; pull requests have none. */
  seen: seen.optional(),
})

const moment = z.int().min(0).max(LATEST)

/** One of the four, and what it is asked of. */
const input = z
  .object({
    transition: z.enum(Object.keys(TRANSITIONS) as TransitionName[]).optional(),
    classification: z
      .object({
        visibility: z.enum(VISIBILITIES).optional(),
        kind: z.enum(KINDS).optional(),
        magnitude: z.enum(MAGNITUDES).optional(),
      })
      .optional(),
    /** Null: under no set. */
    set: z.uuid().nullable().optional(),
    /**
     * Milliseconds since 1970, a certain free slot, or the next free one. `before` moves one entry in front of another that is in a
     * slot of the same queue, or to the end (null); the entries between them move by one slot.
     */
    queue: z
      .union([
        moment,
        z.literal('next'),
        z.strictObject({ slot: moment }),
        z.strictObject({ before: z.uuid().nullable() }),
      ])
      .optional(),
    items: z.array(item).min(1).max(MAX_ITEMS_PER_REQUEST),
  })
  .refine(
    ({ transition, classification, set, queue }) =>
      [transition, classification, set, queue].filter(one => one !== undefined).length === 1,
    { error: 'Give one of transition, classification, set and queue.' },
  )
  .refine(({ queue, items }) => !isMove(queue) || items.length === 1, {
    error: 'Move one entry at a time.',
  })

/** What became of one item. */
export type BulkOutcome = { id: string } & (
  | { outcome: 'done'; entry: ReturnType<typeof briefJson> | null }
  | { outcome: 'failed'; code: ErrorCode; detail: string }
)

/** Changes up to 200 items, each in a transaction of its own, under one change id with which all of them can be undone. */
export function bulk(web: WebContext) {
  return new Hono<SessionEnv>().post('/accounts/:account/bulk', jsonBody(input), async c => {
    const who = await authorize(web, c, 'writer')
    const asked = c.req.valid('json')
    const { change } = who.action
    const outcomes: BulkOutcome[] = []
    for await (const [position, one] of withTurns(asked.items.entries())) {
      const action = { ...who.action, change: { ...change, position } }
      const context = { ...who, action, db: web.db, editorFor: web.dashboard.editorFor }
      outcomes.push(await outcomeOf(context, asked, one))
    }
    return c.json({ change: change.id, outcomes })
  })
}

/** Reports expected errors as the outcome; anything else is thrown. */
async function outcomeOf(context: BulkContext, input: BulkInput, item: BulkItem): Promise<BulkOutcome> {
  try {
    const entry = await changeItem(context, input, item)
    return { id: item.id, outcome: 'done', entry: entry && briefJson(entry) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    return { id: item.id, outcome: 'failed', code: error.code, detail: error.publicMessage }
  }
}
