import { Hono } from 'hono'
import { listSets, setSizes } from '#accounts/sets.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Routes for sets of social accounts. All members see them. */
export function sets(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>().get('/accounts/:account/sets', async c => {
    const { accountId } = await authorize(web, c, 'viewer')
    const [all, sizes] = [await listSets(db.read, accountId), await setSizes(db.read, accountId)]
    const sets = all.map(({ id, name, createdAt }) => {
      const { entries = 0, published = 0 } = sizes.get(id) ?? {}
      return { id, name, createdAt, entries, published }
    })
    return c.json({ sets, total: sets.length })
  })
}
