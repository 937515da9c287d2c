import { Hono } from 'hono'
import { z } from 'zod'
import { activityPage } from '#accounts/activity.ts'
import { query } from '#web/body.ts'
import type { WebContext } from '#web/parts.ts'
import type { SignedInEnv } from '#web/session-guard.ts'
import { insideOf, nextOf, pageWish, placeOf } from '../account-scope.ts'

const wish = z.object({ ...pageWish, subject: z.string().max(100).optional() })

/** Who did what, when: for everybody in the account. */
export function activity(parts: WebContext) {
  const inside = insideOf(parts)
  return new Hono<SignedInEnv>().get('/accounts/:account/activity', query(wish), async c => {
    const { accountId } = await inside(c, 'viewer')
    const { after, ...rest } = c.req.valid('query')
    const page = await activityPage(parts.db.read, { ...rest, accountId, after: placeOf(after) })
    return c.json({ activity: page.activity, next: nextOf(page.next) })
  })
}
