import { Hono } from 'hono'
import { rewordingOffer } from '#pipeline/writing/offer.ts'
import { startRewording } from '#pipeline/writing/reword.ts'
import { lastRewording } from '#pipeline/writing/rewordings.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** What the writer could reword, null for nothing, and the start of that. */
export function rewording(web: WebContext) {
  const { db, clock, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/rewording', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const last = await lastRewording(db.read, accountId)
      const { modelOf } = await dashboard.models()
      const account = last?.state === 'running' ? null : await modelOf(accountId)
      const offer = account && (await rewordingOffer(db.read, clock.now(), accountId, account, last))
      return c.json({ offer })
    })
    .post('/accounts/:account/rewording', async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      await startRewording({ db, action, models: dashboard.models }, accountId)
      return c.json({ started: true })
    })
}
