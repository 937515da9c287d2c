import { Hono } from 'hono'
import { z } from 'zod'
import { recordActivity } from '#accounts/activity.ts'
import { requireSet } from '#accounts/sets.ts'
import { refreshDraftPlaces } from '#changelog/ledger/places.ts'
import { AppError } from '#platform/errors.ts'
import {
  ANNOUNCE_ON,
  changeRepository,
  listRepositories,
  type Repository,
  type RepositorySettings,
} from '#pulls/repositories.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const globs = z.array(z.string().max(500)).max(200)
const settings = z
  .object({
    announceOn: z.enum(ANNOUNCE_ON),
    includePaths: globs,
    excludePaths: globs,
    setRules: z.array(z.object({ glob: z.string().max(500), setId: z.uuid() })).max(200),
  })
  .partial()

/** The repositories of an account: which merges belong to it, and when they are announced. All members see them; owners change them. */
export function repositories(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/repositories', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const all = await listRepositories(db.read, accountId)
      return c.json({ repositories: all.map(shown), total: all.length })
    })
    .patch('/accounts/:account/repositories/:repository', jsonBody(settings), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const given = Object.entries(c.req.valid('json')).filter(([, value]) => value !== undefined)
      const change: RepositorySettings = Object.fromEntries(given)
      const after = await db.write(async tx => {
        const all = await listRepositories(tx, accountId)
        const before = all.find(({ id }) => id === c.req.param('repository'))
        if (!before) throw new AppError('not_found', 'The account has no such repository.')
        for (const { setId } of change.setRules ?? []) await requireSet(tx, accountId, setId)
        const changed = await changeRepository(tx, before, change)
        await refreshDraftPlaces(tx, changed.id)
        await recordActivity(tx, action, 'repository changed', {
          accountId,
          subject: changed.id,
          before: shown(before),
          after: shown(changed),
        })
        return changed
      })
      return c.json(shown(after))
    })
}

const shown = ({ id, host, name, announceOn, scope }: Repository) => ({
  id,
  host,
  name,
  announceOn,
  ...scope,
})
