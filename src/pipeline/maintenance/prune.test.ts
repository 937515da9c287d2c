import assert from 'node:assert/strict'
import { listDeliveries, settleDelivery } from '#pipeline/webhooks/deliveries.ts'
import type { Database } from '#platform/db/database.ts'
import { chunksOf } from '#platform/iterables.ts'
import { listFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { claimJobs, failJob } from '#platform/jobs/queue.ts'
import { sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import { deliveryJob } from '../webhooks/deliveries.ts'
import { prune } from './prune.ts'

const DAY = 86_400_000

/** Runs the daily job with the service's clock. */
async function pruneAt({ service: { db }, clock }: TestService): Promise<void> {
  const job = prune({ db, clock })
  await db.write(await job.run(new AbortController().signal))
}

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
    const pruneNow = () => pruneAt(it)
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

withRunningService('a thousand old deliveries are deleted in several transactions', async it => {
  const { db } = it.service
  const source = await it.connect()
  await sendGitHubWebhook(it, source, { delivery: 'first' })
  await it.settle()
  const [first = assert.fail()] = await db.read.selectFrom('delivery').selectAll().execute()
  const rows = Array.from({ length: 1_100 }, (_, n) => ({ ...first, id: `${n}`, delivery_id: `${n}` }))
  for (const some of chunksOf(rows, 50))
    await db.write(tx => tx.insertInto('delivery').values(some).execute())
  let writes = 0
  const counted: Database = {
    ...db,
    write: work => {
      writes++
      return db.write(work)
    },
  }
  it.clock.advance(31 * DAY)
  await prune({ db: counted, clock: it.clock }).run(new AbortController().signal)
  assert.deepEqual(await db.read.selectFrom('delivery').select('id').execute(), [])
  assert.ok(writes > 2, `${writes} transactions`)
})

withRunningService(
  'changes are kept for 7 days, answers and rewordings for 90, and counts for 365',
  async it => {
    const { db } = it.service
    const { id: accountId } = await db.read.selectFrom('account').select('id').executeTakeFirstOrThrow()
    const today = it.clock.now()
    /** The ages of the rows, in days. There is one row of each kind for each age. */
    const DAYS = [6.9, 7.1, 89.9, 90.1, 364, 367]
    await db.write(async tx => {
      for (const days of DAYS) {
        const [id, at, owner] = [`${days}`, Math.round(today - days * DAY), { account_id: accountId }]
        await tx
          .insertInto('activity')
          .values({
            id,
            at,
            ...owner,
            actor: 'ann',
            action: 'queued',
            change_id: id,
            subject: 'e',
            item: 'e',
            position: 0,
            topic: 'entries',
          })
          .execute()
        const asked = { ...owner, question: id, answer: '{}', sampling: null, answered_at: at }
        await tx.insertInto('language_model_answer').values(asked).execute()
        const ended = {
          kind: 'rewording',
          subject: id,
          state: 'done',
          started_by: 'ann',
          started_at: 1,
        } as const
        const progress = { done: 1, options: '{}', counts: 'null' }
        await tx
          .insertInto('run')
          .values({ id, ended_at: at, ...owner, ...ended, ...progress })
          .execute()
      }
    })
    await pruneAt(it)
    const changes = await db.read.selectFrom('activity').select('change_id as id').execute()
    const answers = await db.read.selectFrom('language_model_answer').select('question as id').execute()
    const rewordings = await db.read.selectFrom('run').select('id').execute()
    const left = [changes, answers, rewordings].map(rows =>
      rows
        .flatMap(({ id }) => (id === null || Number.isNaN(Number(id)) ? [] : [Number(id)]))
        .toSorted((a, b) => a - b),
    )
    assert.deepEqual(left, [DAYS.slice(0, 1), DAYS.slice(0, 3), DAYS.slice(0, 3)])
  },
)
