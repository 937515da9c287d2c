import { Hono } from 'hono'
import { isAtLeast, type Role } from '#accounts/roles.ts'
import { RUN_ROLES, type ShownRun, shownRuns } from '#pipeline/runs.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Routes for the Git repositories below the folders that the operator allows, and for the progress of all runs. */
export function runs(web: WebContext) {
  const { db, clock, dashboard } = web
  return new Hono<SessionEnv>()
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
