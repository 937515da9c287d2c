import { Hono } from 'hono'
import { z } from 'zod'
import { requireAtLeast } from '#accounts/members.ts'
import { isAtLeast, type Role } from '#accounts/roles.ts'
import { requireRun } from '#accounts/runs.ts'
import { startGitImport } from '#pipeline/ingest/git-imports.ts'
import { RUN_ROLES, type ShownRun, shownRuns, stopRun } from '#pipeline/runs.ts'
import { AppError } from '#platform/errors.ts'
import { PASTS } from '#pulls/past.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const newImport = z.object({
  directory: z.string().min(1).max(4_000),
  /** `owner/name` or a web address, instead of the repository's remote. */
  repo: z.string().min(1).max(500).nullable().default(null),
  /** Milliseconds since 1970. */
  since: z.int().min(0).nullable().default(null),
  /** Only this many merges, the newest. */
  last: z.int().min(1).nullable().default(null),
  past: z.enum(PASTS).default('drafts'),
})

/**
 * Imports of git directories below the roots that the operator allows, which owners start, and how far these and all other runs have come,
 * which all members see.
 */
export function runs(web: WebContext) {
  const { db, clock, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/git-directories', async c => {
      await authorize(web, c, 'owner')
      const { gitRoots } = dashboard
      return c.json({ isAllowed: gitRoots.isAllowed, directories: await gitRoots.list() })
    })
    .post('/accounts/:account/imports', jsonBody(newImport), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const input = c.req.valid('json')
      const { folder } = await dashboard.gitRoots.locate(input.directory)
      const wanted = { ...input, directory: folder }
      await db.write(tx => startGitImport(tx, action, accountId, wanted))
      return c.json({ started: true })
    })
    .get('/accounts/:account/runs', async c => {
      const { accountId, membership } = await authorize(web, c, 'viewer')
      const runs = await shownRuns(db, clock.now(), accountId)
      return c.json({ runs: runs.map(run => runJson(run, membership.role)) })
    })
    .post('/accounts/:account/runs/:run/stop', async c => {
      const { accountId, action, membership } = await authorize(web, c, 'writer')
      const run = await requireRun(db.read, accountId, c.req.param('run'))
      requireAtLeast(membership, RUN_ROLES[run.kind])
      if (!(await db.write(tx => stopRun(tx, action, run))))
        throw new AppError('conflict', 'It has ended already.')
      return c.json({ stopped: true })
    })
}

/** A run, without what only the server needs, and whether somebody with this role may stop it. */
function runJson({ accountId: _, startedBy: __, cursor: ___, ...run }: ShownRun, role: Role) {
  return { ...run, mayStop: run.state === 'running' && isAtLeast(role, RUN_ROLES[run.kind]) }
}
