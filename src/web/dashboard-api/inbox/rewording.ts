import { Hono } from 'hono'
import { rewordingOffer } from '#pipeline/rewording/offer.ts'
import { startRewording } from '#pipeline/rewording/reword.ts'
import { endRewording, lastRewording } from '#pipeline/rewording/rewordings.ts'
import { DAY_MS } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Rewords the drafts that the writer has not written. Writers start and stop it; all members see how far it has come. */
export function rewording(web: WebContext) {
  const { db, clock, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/rewording', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await shown(accountId))
    })
    .post('/accounts/:account/rewording', async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      await startRewording({ db, action, models: dashboard.models }, accountId)
      return c.json(await shown(accountId))
    })
    .post('/accounts/:account/rewording/stop', async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      const didRun = await db.write(tx => endRewording(tx, action, { accountId }, { state: 'stopped' }))
      if (!didRun) throw new AppError('conflict', 'It has ended already.')
      return c.json(await shown(accountId))
    })

  /** The rewording that runs or has just ended, and what could be reworded; null for neither. */
  async function shown(accountId: string) {
    const last = await lastRewording(db.read, accountId)
    const { modelOf } = await dashboard.models()
    const account = last?.state === 'running' ? null : await modelOf(accountId)
    const offer = account && (await rewordingOffer(db.read, clock.now(), accountId, account, last))
    const isRecent = last !== null && clock.now() - (last.endedAt ?? clock.now()) < DAY_MS
    return { offer, last: isRecent ? last : null }
  }
}
