import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Acting, perform } from '#actions/action.ts'
import { actionNamed } from '#actions/actions.ts'
import { checkedInput } from '#actions/input.ts'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'
import { withTurns } from '#platform/iterables.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize } from './authorize.ts'

/** The input of an action. For several items it holds what they have in common, and each item the rest of its input. */
const body = z.looseObject({
  items: z
    .array(z.looseObject({ id: z.string() }))
    .min(1)
    .max(MAX_ITEMS_PER_REQUEST)
    .optional(),
})

/** The outcome of the action for one item. */
export type ItemOutcome<O> =
  | { id: string; outcome: 'done'; output: O }
  | { id: string; outcome: 'failed'; code: ErrorCode; detail: string }

/**
 * Runs the actions that `src/actions` declares, such as `entry publish` at `actions/entry.publish`. Several
 * items are changed in a transaction each, but as one change that is undone as a whole.
 */
export function actions(web: WebContext) {
  return new Hono<SessionEnv>().post('/accounts/:account/actions/:action', jsonBody(body), async c => {
    const declared = await actionNamed(c.req.param('action').replaceAll('.', ' '))
    if (!declared) throw new AppError('not_found', 'There is no such action.')
    const acting = actingIn(web, c, await authorize(web, c, declared.role))
    const run = (input: object, as = acting) => perform(declared, as, checkedInput(declared.input, input))
    const { items, ...common } = c.req.valid('json')
    if (items === undefined) return c.json((await run(common)) ?? {})
    const outcomes: ItemOutcome<unknown>[] = []
    for await (const [position, item] of withTurns(items.entries())) {
      const change = { ...acting.change, position }
      outcomes.push(await outcomeOf(item.id, () => run({ ...common, ...item }, { ...acting, change })))
    }
    return c.json({ change: acting.change.id, outcomes })
  })
}

/** The context of an action by the member who sends the request. */
export const actingIn = (
  web: WebContext,
  c: Context<SessionEnv>,
  { account, accountId, action, requireRole }: AccountAccess,
): Acting => ({
  ...action,
  db: web.db,
  account,
  accountId,
  person: c.var.person,
  sessionId: c.var.sessionId,
  requireRole,
  services: web.dashboard,
  signal: c.req.raw.signal,
})

/** Reports expected errors as the outcome; anything else is thrown. */
async function outcomeOf<O>(id: string, run: () => Promise<O>): Promise<ItemOutcome<O>> {
  try {
    return { id, outcome: 'done', output: await run() }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    return { id, outcome: 'failed', code: error.code, detail: error.publicMessage }
  }
}
