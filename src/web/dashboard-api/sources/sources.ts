import { Hono } from 'hono'
import { repositoryJson } from '#actions/sources/repository.ts'
import { sourceJson } from '#actions/sources/source.ts'
import { lastDeliveries } from '#pipeline/webhooks/deliveries.ts'
import { listSources } from '#pulls/connections/sources.ts'
import { listRepositories } from '#pulls/repositories/repositories.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Routes for the connections to repositories, and for which merges of each repository belong to the account. */
export function sources(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/sources', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const all = await listSources(db.read, { accountId })
      const heard = await lastDeliveries(db.read, accountId)
      const shown = all.map(source => ({
        ...sourceJson(web.baseUrl, source),
        lastDeliveryAt: heard.get(source.id) ?? null,
      }))
      return c.json({ sources: shown, total: all.length })
    })
    .get('/accounts/:account/repositories', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const all = await listRepositories(db.read, accountId)
      return c.json({ repositories: all.map(repositoryJson), total: all.length })
    })
}
