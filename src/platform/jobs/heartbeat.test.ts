import assert from 'node:assert/strict'
import { DAY_MS, HOUR_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { openLog } from '#platform/log.ts'
import { withDatabase, withTime } from '#testing/databases.ts'
import { greetJob } from '#testing/jobs.ts'
import { type ManualClock, manualClock } from '#testing/world.ts'
import { startHeartbeat } from './heartbeat.ts'
import { claimJobs, enqueue, type Job, releaseJob } from './queue.ts'
import { defineRecurringJob, handleRecurringJob, startRecurringJobs } from './recurring.ts'
import { createWakeSignal } from './wake-signal.ts'
import { runJob } from './worker.ts'

const YEAR_MS = 365 * DAY_MS
const sweep = { definition: defineRecurringJob('sweep'), everyMs: HOUR_MS, run: async () => async () => {} }

/** A worker on a machine whose clock differs from the database's by `aheadMs`. */
function aWorker(opened: Database, databaseClock: ManualClock, aheadMs = 0) {
  const db = withTime(opened, databaseClock)
  const clock = { now: () => databaseClock.now() + aheadMs }
  const context = { clock, ids: randomIds }
  const logged: string[] = []
  const log = openLog('warn', clock, line => logged.push(line))
  const claim = (suspects = false) =>
    claimJobs(db, randomIds, { most: 9, leaseMs: 10_000, kinds: ['sweep', greetJob.name], suspects })
  return {
    ...{ db, context, logged, claim },
    greet: (name: string) =>
      db.write(tx => enqueue(tx, context, greetJob, { accountId: null, payload: { name } })),
    run: (job: Job) =>
      runJob(
        { ...context, db, log, wakeSignal: createWakeSignal() },
        [handleRecurringJob(sweep, { ...context, db })],
        job,
        NEVER,
      ),
    async beat() {
      const heartbeat = await startHeartbeat({
        ...{ ids: randomIds, db, log, recurring: [sweep], metrics: { heartbeat() {} } },
      })
      await heartbeat.stop()
      databaseClock.advance(10_000)
    },
  }
}

const NEVER = new AbortController().signal
const namesOf = (jobs: readonly Job[]) =>
  jobs.map(({ kind, payload }) => (payload as { name?: string }).name ?? kind).toSorted()

withDatabase('what a clock that was ahead put off for a year runs when the clock is set back', async db => {
  const clock = manualClock()
  const worker = aWorker(db, clock)
  await worker.db.write(tx => startRecurringJobs(tx, worker.context, [sweep]))
  for (const name of ['refused', 'lost']) await worker.greet(name)
  clock.advance(YEAR_MS)
  for (const job of await worker.claim()) {
    if (job.kind === 'sweep') await worker.run(job)
    if (namesOf([job])[0] === 'refused')
      await releaseJob(worker.db, job, { delayMs: HOUR_MS, error: 'Busy.', countsAsAttempt: false })
  }
  clock.advance(-YEAR_MS)
  assert.deepEqual(await worker.claim(), [])
  await worker.beat()
  assert.deepEqual(namesOf(await worker.claim()), ['refused', 'sweep'])
  assert.deepEqual(namesOf(await worker.claim(true)), ['lost'], 'the worker that had it has died')
  assert.match(worker.logged.join(), /the clock was set back.*"jobs":3/)
})

withDatabase('what waits for its time on a right clock keeps waiting', async db => {
  const clock = manualClock()
  const worker = aWorker(db, clock)
  await worker.db.write(tx => startRecurringJobs(tx, worker.context, [sweep]))
  await worker.greet('refused')
  for (const job of await worker.claim())
    await (job.kind === 'sweep'
      ? worker.run(job)
      : releaseJob(worker.db, job, { delayMs: DAY_MS, error: 'Busy.', countsAsAttempt: false }))
  await worker.beat()
  assert.deepEqual(await worker.claim(), [])
  clock.advance(HOUR_MS)
  assert.deepEqual(namesOf(await worker.claim()), ['sweep'])
})

withDatabase('a machine whose clock is ahead makes nothing due too early, for itself or others', async db => {
  const clock = manualClock()
  const [ahead, right] = [aWorker(db, clock, HOUR_MS), aWorker(db, clock)]
  await ahead.db.write(tx => startRecurringJobs(tx, ahead.context, [sweep]))
  await ahead.greet('refused')
  for (const job of await ahead.claim())
    await (job.kind === 'sweep'
      ? ahead.run(job)
      : releaseJob(ahead.db, job, { delayMs: DAY_MS, error: 'Busy.', countsAsAttempt: false }))
  for (const worker of [ahead, right]) {
    await worker.beat()
    assert.deepEqual(await worker.claim(), [])
  }
  clock.advance(HOUR_MS)
  assert.deepEqual(namesOf(await right.claim()), ['sweep'])
})
