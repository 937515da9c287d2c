import assert from 'node:assert/strict'
import { listDeliveries, settleDelivery } from '#pipeline/webhooks/deliveries.ts'
import { listFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { claimJobs, failJob } from '#platform/jobs/queue.ts'
import { sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { withRunningService } from '#testing/service.ts'
import { deliveryJob } from '../webhooks/receive.ts'
import { prune } from './prune.ts'

const DAY = 86_400_000

withRunningService(
  'a failed delivery is deleted with its job after a month; a waiting one stays',
  async it => {
    const { db, ids } = it.service
    const connection = await it.connect()
    await sendGitHubWebhook(it, connection, { delivery: 'broken' })
    const [job] = await claimJobs(db, ids, { most: 1, leaseMs: 60_000, kinds: [deliveryJob.name] })
    await sendGitHubWebhook(it, connection, { delivery: 'waiting' })
    const left = async () =>
      (await listDeliveries(db.read, { limit: 10 })).map(({ deliveryId, state }) => `${state} ${deliveryId}`)
    await db.write(async tx => {
      const { id } = await tx
        .selectFrom('delivery')
        .select('id')
        .where('delivery_id', '=', 'broken')
        .executeTakeFirstOrThrow()
      await failJob(tx, job ?? assert.fail(), 'No luck.')
      await settleDelivery(tx, it.clock, id, 'failed', 'No luck.')
    })
    const pruneNow = async () =>
      db.write(
        await prune({ action: { clock: it.clock, ids, actor: 'test', effects: [] } }).run(
          new AbortController().signal,
        ),
      )
    it.clock.advance(29 * DAY)
    await pruneNow()
    assert.deepEqual((await left()).toSorted(), ['failed broken', 'received waiting'])
    assert.equal((await listFailedJobs(db.read)).length, 1)
    it.clock.advance(2 * DAY)
    await pruneNow()
    assert.deepEqual(await left(), ['received waiting'])
    assert.deepEqual(await listFailedJobs(db.read), [])
  },
)
