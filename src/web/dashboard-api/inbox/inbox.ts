import { Hono } from 'hono'
import { z } from 'zod'
import { inboxPage } from '#changelog/inbox/inbox.ts'
import { INBOX_TABS } from '#changelog/inbox/items.ts'
import { CONFIDENCES, KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, nextCursor, pageParameters, positionAfter } from '../authorize.ts'
import { pageCounts } from '../page-counts.ts'

const search = z.object({
  ...pageParameters,
  tab: z.enum(INBOX_TABS).optional(),
  repo: z.string().max(300).optional(),
  kind: z.enum(KINDS).optional(),
  /** `none`: those of no set. */
  set: z.union([z.uuid(), z.literal('none')]).optional(),
  magnitude: z.enum(MAGNITUDES).optional(),
  confidence: z.enum(CONFIDENCES).optional(),
  q: z.string().trim().min(1).max(200).optional(),
})

/** What waits for a person, and the counts beside the pages of the dashboard. Open to all members. */
export function inbox(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/inbox', queryParameters(search), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { after, set, q, ...input } = c.req.valid('query')
      const setId = set === 'none' ? null : set
      const filter = { ...input, accountId, setId, text: q, after: positionAfter(after) }
      const { next, ...page } = await inboxPage(db, filter)
      return c.json({ ...page, next: nextCursor(next) })
    })
    .get('/accounts/:account/counts', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await pageCounts(db.read, accountId))
    })
}
