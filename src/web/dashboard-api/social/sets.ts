import { Hono } from 'hono'
import { z } from 'zod'
import { createSet, renameSet } from '#accounts/sets.ts'
import { deleteSet } from '#social/delete-set.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const named = jsonBody(z.object({ name: z.string().max(200) }))

/** Sets of social accounts. Owners create, rename and delete them. */
export function sets(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .post('/accounts/:account/sets', named, async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { clock, ids } = action
      const set = await db.write(tx => createSet(tx, clock, ids, accountId, c.req.valid('json')))
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
