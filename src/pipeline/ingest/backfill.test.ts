import assert from 'node:assert/strict'
import { listFailedJobs, retryJobs } from '#platform/jobs/failed-jobs.ts'
import { PermanentError } from '#platform/jobs/job.ts'
import { claimJobs } from '#platform/jobs/queue.ts'
import { createWakeSignal } from '#platform/jobs/wake-signal.ts'
import { runJob } from '#platform/jobs/worker.ts'
import { openLog } from '#platform/log.ts'
import { withDatabase } from '#testing/databases.ts'
import { aHostContext } from '#testing/host-context.ts'
import { BACKFILLS, backfillJob, backfillJobs, beginBackfill } from './backfill.ts'

withDatabase('a backfill that failed goes on when its job is retried, unless another one began', async db => {
  let isBroken = true
  const { clock, context, source } = await aHostContext(db, {
    async mergedPulls() {
      if (isBroken) throw new PermanentError('The host is on fire.')
      return { pulls: [], next: null }
    },
  })
  const { action } = context
  const log = openLog('error', clock, () => {})
  const begin = (since: number | null) =>
    db.write(tx => beginBackfill(tx, action, source, { since, past: 'history' }))
  const work = async (id: string) => {
    for (const job of await claimJobs(db, action.ids, {
      most: 9,
      leaseMs: 10_000,
      kinds: [backfillJob.name],
    }))
      await runJob(
        { ...action, db, log, wakeSignal: createWakeSignal() },
        [backfillJobs(context)],
        job,
        new AbortController().signal,
      )
    return (await BACKFILLS.find(db.read, id))?.state
  }
  const retry = () => db.write(tx => retryJobs(tx, 'all'))

  const { id } = await begin(null)
  assert.equal(await work(id), 'failed')
  assert.equal(await retry(), 1)
  assert.equal(await work(id), 'failed')
  isBroken = false
  assert.equal(await retry(), 1)
  assert.equal(await work(id), 'done')

  isBroken = true
  const { id: early } = await begin(1)
  assert.equal(await work(early), 'failed')
  isBroken = false
  clock.advance(1)
  const { id: later } = await begin(2)
  await retry()
  assert.equal(await work(later), 'done')
  assert.equal(await work(early), 'failed')
  assert.deepEqual(await listFailedJobs(db.read), [])

  isBroken = true
  clock.advance(1)
  const { id: again } = await begin(3)
  assert.equal(await work(again), 'failed')
  isBroken = false
  assert.equal((await begin(3)).id, again)
  assert.equal(await work(again), 'done')
  assert.deepEqual(await listFailedJobs(db.read), [], 'a person continued it')
})
