import { Hono } from 'hono'
import { z } from 'zod'
import { declineGroup, proposeGroups } from '#changelog/entries/group-proposals.ts'
import { groupEntries, ungroupEntry } from '#changelog/entries/grouping.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { MAX_PULLS_PER_ENTRY } from '#changelog/limits.ts'
import type { WebContext } from '#web/context.ts'
import { authorize, entryJson, seen } from '#web/dashboard-api/authorize.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'

const ids = z.array(z.uuid()).max(MAX_PULLS_PER_ENTRY)
const newGroup = z.object({ entryIds: ids, pullRequestIds: ids.default([]) })
const declined = z.object({ topics: z.array(z.string().max(300)).min(1).max(50), entryIds: ids.min(2) })
/** Groups of entries, and ungrouping. For writers, since only drafts are grouped. */
export function grouping(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/proposals', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json({ groups: await proposeGroups(db.read, accountId) })
    })
    .post('/accounts/:account/proposals/decline', jsonBody(declined), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      await db.write(tx => declineGroup(tx, action, accountId, c.req.valid('json')))
      return c.json({ declined: true })
    })
    .post('/accounts/:account/groups', jsonBody(newGroup), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      const entry = await db.write(tx => groupEntries(tx, action, accountId, c.req.valid('json')))
      return c.json(entryJson(await listedEntry(db.read, entry)))
    })
    .post('/accounts/:account/entries/:entry/ungroup', jsonBody(z.object({ seen })), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      const seen = c.req.valid('json').seen
      const back = await db.write(tx => ungroupEntry(tx, action, c.req.param('entry'), { seen, accountId }))
      const listed = await Promise.all(back.map(entry => listedEntry(db.read, entry)))
      return c.json({ entries: listed.map(entryJson) })
    })
}
