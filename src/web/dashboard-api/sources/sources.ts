import { Hono } from 'hono'
import { isAtLeast, type Role } from '#accounts/roles.ts'
import { repositoryJson } from '#actions/sources/repository.ts'
import { sourceJson } from '#actions/sources/source.ts'
import { RUN_ROLES, type ShownRun, shownRuns } from '#pipeline/shown-runs.ts'
import { lastDeliveries } from '#pipeline/webhooks/deliveries.ts'
import { listSources } from '#pulls/connections/sources.ts'
import { listRepositories } from '#pulls/repositories/repositories.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/**
 * Routes for the connections to repositories, which merges of each belong to the account, the git repositories below the folders that the
 * operator allows, and the progress of all runs.
 */
export function sources(web: WebContext) {
  const { db, clock, dashboard } = web
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
    .get('/accounts/:account/git-directories', async c => {
      await authorize(web, c, 'owner')
      const { gitRoots } = dashboard
      return c.json({ isAllowed: gitRoots.isAllowed, ...(await gitRoots.list()) })
    })
    .get('/accounts/:account/runs', async c => {
      const { accountId, membership } = await authorize(web, c, 'viewer')
      const runs = await shownRuns(db, clock.now(), accountId)
      return c.json({ runs: runs.map(run => runJson(run, membership.role)) })
    })
}

/** A run without the fields that only the server needs. `mayStop` says whether somebody with this role may stop it. */
function runJson({ accountId: _, startedBy: __, cursor: ___, ...run }: ShownRun, role: Role) {
  return { ...run, mayStop: run.state === 'running' && isAtLeast(role, RUN_ROLES[run.kind]) }
}
