import assert from 'node:assert/strict'
import { listFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { claimJobs, failJob } from '#platform/jobs/queue.ts'
import { runJob } from '#platform/jobs/worker.ts'
import { sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import { jobsOf } from '../../app/worker.ts'
import { deliveryJob, listDeliveries, settleDelivery } from './deliveries.ts'
import { retryDeliveries } from './process.ts'
import { replayDelivery } from './receive.ts'

/** Runs the hourly job. */
const anHourLater = async ({ service: { db } }: TestService) =>
  db.write(await retryDeliveries.run(new AbortController().signal))

withRunningService('a delivery that was set aside is tried once more each hour', async it => {
  const { service } = it
  const { db, ids } = service
  await sendGitHubWebhook(it, await it.connect(), { delivery: 'deadly' })
  const { jobs } = await jobsOf(service)
  const take = async (suspects: boolean, leaseMs: number) => {
    const [job] = await claimJobs(db, ids, { most: 1, leaseMs, kinds: [deliveryJob.name], suspects })
    return job
  }
  const runSuspect = async () => {
    const job = await take(true, 60_000)
    if (job) await runJob(service, jobs, job, new AbortController().signal)
    return job?.deaths
  }
  const state = async () => (await listDeliveries(db.read, { limit: 10 })).map(one => one.state)
  for (const suspects of [false, true, true]) await take(suspects, -1)
  assert.equal(await runSuspect(), 3)
  assert.deepEqual(await state(), ['failed'])

  await anHourLater(it)
  await take(true, -1)
  assert.equal(await runSuspect(), 3)
  assert.equal(await runSuspect(), undefined)
  assert.equal((await listFailedJobs(db.read)).length, 1)

  await anHourLater(it)
  assert.equal(await runSuspect(), 2)
  assert.deepEqual(await state(), ['processed'])
  assert.deepEqual(await listFailedJobs(db.read), [])
})

for (const again of ['replayed', 'sent again'])
  withRunningService(`a failed delivery that is ${again} leaves no failed job`, async it => {
    const { db, clock, ids } = it.service
    const connection = await it.connect()
    const send = () => sendGitHubWebhook(it, connection, { delivery: 'unlucky' })
    await send()
    const [job] = await claimJobs(db, ids, { most: 1, leaseMs: 60_000, kinds: [deliveryJob.name] })
    const [delivery] = await listDeliveries(db.read, { limit: 10 })
    assert.ok(job && delivery)
    await db.write(async tx => {
      await failJob(tx, job, 'The disk is on fire.')
      await settleDelivery(tx, clock, delivery.id, 'failed')
    })
    if (again === 'replayed') await db.write(tx => replayDelivery(tx, clock, ids, delivery.id))
    else await send()
    await it.settle()
    assert.deepEqual(
      (await listDeliveries(db.read, { limit: 10 })).map(one => one.state),
      ['processed'],
    )
    assert.deepEqual(await listFailedJobs(db.read), [])
  })
