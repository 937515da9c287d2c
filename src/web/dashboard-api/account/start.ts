import { Hono } from 'hono'
import { z } from 'zod'
import { historyCounts, publishAtMerge } from '#changelog/first-history.ts'
import { AppError } from '#platform/errors.ts'
import { hasAppOn } from '#pulls/connections/apps.ts'
import { hostAddress } from '#pulls/hosts/host-address.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, seen } from '../authorize.ts'

const MOST_ITEMS = 200

const approval = z.object({
  items: z
    .array(z.object({ id: z.uuid(), seen }))
    .min(1)
    .max(MOST_ITEMS),
})

/** The path of a new account from its first source to its first published entry. */
export function start(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/start', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json({
        ...(await historyCounts(db.read, accountId)),
        hasGitHubApp: await hasAppOn(db.read, hostAddress('github').apiUrl),
        readsGitDirectories: dashboard.gitRoots.isAllowed,
      })
    })
    .post('/accounts/:account/start/approve', jsonBody(approval), async c => {
      const { accountId, action } = await authorize(web, c, 'publisher')
      const published: string[] = []
      const failed: { id: string; detail: string }[] = []
      for (const { id, seen } of c.req.valid('json').items) {
        try {
          await db.write(tx => publishAtMerge(tx, action, id, { seen, accountId }))
          published.push(id)
        } catch (error) {
          if (!(error instanceof AppError) || error.code === 'unavailable') throw error
          failed.push({ id, detail: error.publicMessage })
        }
      }
      return c.json({ published, failed })
    })
}
