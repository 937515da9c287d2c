import { Hono } from 'hono'
import { z } from 'zod'
import { cancelGitImport, listGitImports, startGitImport } from '#pipeline/ingest/git-imports.ts'
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

/** Imports of git directories below the roots that the operator allows. Owners start them; all members see their progress. */
export function imports(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/git-directories', async c => {
      await authorize(web, c, 'owner')
      const { gitRoots } = dashboard
      return c.json({ isAllowed: gitRoots.isAllowed, directories: await gitRoots.list() })
    })
    .get('/accounts/:account/imports', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const imports = await listGitImports(db.read, accountId)
      return c.json({ imports, total: imports.length })
    })
    .post('/accounts/:account/imports', jsonBody(newImport), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const input = c.req.valid('json')
      const { folder } = await dashboard.gitRoots.locate(input.directory)
      const wanted = { ...input, directory: folder }
      return c.json({ import: await db.write(tx => startGitImport(tx, action, accountId, wanted)) })
    })
    .post('/accounts/:account/imports/:import/cancel', async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const id = c.req.param('import')
      return c.json({ import: await db.write(tx => cancelGitImport(tx, action, accountId, id)) })
    })
}
