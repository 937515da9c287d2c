import { Hono } from 'hono'
import { z } from 'zod'
import { recordActivity } from '#accounts/activity.ts'
import { createSet, listSets, renameSet, setSizes } from '#accounts/sets.ts'
import { deleteSet } from '#social/delete-set.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const named = jsonBody(z.object({ name: z.string().max(200) }))

/** Sets of social accounts. All members see them; owners create, rename and delete them. */
export function sets(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/sets', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const [all, sizes] = [await listSets(db.read, accountId), await setSizes(db.read, accountId)]
      const sets = all.map(({ id, name, createdAt }) => {
        const { entries = 0, published = 0 } = sizes.get(id) ?? {}
        return { id, name, createdAt, entries, published }
      })
      return c.json({ sets, total: sets.length })
    })
    .post('/accounts/:account/sets', named, async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { clock, ids } = action
      const set = await db.write(async tx => {
        const made = await createSet(tx, clock, ids, accountId, c.req.valid('json'))
        const target = { accountId, subject: made.id, after: { name: made.name } }
        await recordActivity(tx, action, 'set created', target)
        return made
      })
      return c.json({ id: set.id, name: set.name })
    })
    .patch('/accounts/:account/sets/:set', named, async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      await db.write(tx => renameSet(tx, action, accountId, c.req.param('set'), c.req.valid('json')))
      return c.json({ renamed: true })
    })
    .delete('/accounts/:account/sets/:set', async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      await db.write(tx => deleteSet(tx, action, accountId, c.req.param('set')))
      return c.json({ deleted: true })
    })
}
