import { Hono } from 'hono'
import { z } from 'zod'
import { withWordsOfNow } from '#changelog/editions/edition.ts'
import { ENTRY_STATES } from '#changelog/entries/entry.ts'
import { proposeGroups } from '#changelog/entries/group-proposals.ts'
import { entryPage } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, nextCursor, pageParameters, positionAfter } from '../authorize.ts'
import { entryDetail } from './detail.ts'
import { listJson, pageAddresses } from './list.ts'

const listQuery = z.object({
  ...pageParameters,
  state: z.enum(ENTRY_STATES).optional(),
  kind: z.enum(KINDS).optional(),
  /** A set's id; `none` for the entries without a set. */
  set: z.union([z.uuid(), z.literal('none')]).optional(),
  flagged: z.literal('true').optional(),
  words: z.string().trim().min(1).max(200).optional(),
})

/** Routes for the entries of an account, and the proposed groups of them. All members read them. */
export function entries(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/entries', queryParameters(listQuery), async c => {
      const { account, accountId } = await authorize(web, c, 'viewer')
      const { after, set, flagged, ...input } = c.req.valid('query')
      const page = await entryPage(db, {
        ...input,
        accountId,
        after: positionAfter(after),
        flagged: flagged !== undefined,
        setId: set === 'none' ? null : set,
      })
      const entries = await listJson(web, account, page.entries)
      return c.json({ entries, total: page.total, next: nextCursor(page.next) })
    })
    .get('/accounts/:account/entries/:entry', async c => {
      const { account, accountId } = await authorize(web, c, 'viewer')
      const stored = await entryById(db.read, c.req.param('entry'), accountId)
      const entry = await withWordsOfNow(db.read, stored, clock.now())
      const addressOf = await pageAddresses(web, account)
      return c.json({ ...(await entryDetail(db.read, entry)), address: addressOf(entry) })
    })
    .get('/accounts/:account/proposals', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json({ groups: await proposeGroups(db.read, accountId) })
    })
}
