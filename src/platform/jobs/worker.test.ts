import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { openLog } from '#platform/log.ts'
import { withDatabase, withTime } from '#testing/databases.ts'
import { greetJob } from '#testing/jobs.ts'
import { until } from '#testing/until.ts'
import { type ManualClock, manualClock } from '#testing/world.ts'
import { handleJob, type JobHandler, PermanentError, RetryLater } from './job.ts'
import { enqueue } from './queue.ts'
import { createWakeSignal } from './wake-signal.ts'
import { runWorker, type WorkerOptions } from './worker.ts'

type Greet = JobHandler<{ name: string }>

/** A worker with one kind of job, which the test handles. */
function aWorker(db: Database, run: Greet['run'], more: Partial<Greet> = {}) {
  const clock = manualClock(Date.now())
  const options: WorkerOptions = {
    db: withTime(db, clock),
    clock,
    ids: randomIds,
    wakeSignal: createWakeSignal(),
    log: openLog('error', clock, () => {}),
  }
  const stop = new AbortController()
  const jobs = [handleJob(greetJob, { run, ...more })]
  return {
    clock,
    begin: () => {
      const ended = runWorker(options, jobs, stop.signal)
      return async () => {
        stop.abort()
        await ended
      }
    },
    enqueue: () =>
      db.write(tx =>
        enqueue(tx, { clock, ids: randomIds }, greetJob, { accountId: null, payload: { name: 'ann' } }),
      ),
  }
}

const jobs = (db: Database) => db.read.selectFrom('job').selectAll().execute()

withDatabase('a job is deleted in the same transaction as its writes', async db => {
  const greeted: unknown[] = []
  const worker = aWorker(db, async payload => async () => {
    greeted.push(payload)
  })
  await worker.enqueue()
  const end = worker.begin()
  await until(async () => (await jobs(db)).length === 0)
  await end()
  assert.deepEqual(greeted, [{ name: 'ann' }])
})

withDatabase(
  'a job that fails is retried with backoff, and kept as failed after its last attempt',
  async db => {
    const failures: string[] = []
    let attempts = 0
    const worker = aWorker(
      db,
      async () => {
        throw new Error(`No answer (${++attempts}).`)
      },
      {
        async onFailed(_tx, _payload, error) {
          failures.push(error)
        },
      },
    )
    await worker.enqueue()
    const end = worker.begin()
    for (const attempt of [1, 2]) {
      await until(async () => (await jobs(db))[0]?.last_error === `No answer (${attempt}).`)
      const [job] = await jobs(db)
      assert.ok(Number(job?.available_at) > worker.clock.now(), 'it waits for its backoff')
      worker.clock.advance(60_000)
    }
    await until(() => failures.length > 0)
    await end()
    assert.deepEqual(failures, ['No answer (3).'])
    assert.deepEqual(
      (await jobs(db)).map(job => [job.available_at, job.last_error]),
      [[null, 'No answer (3).']],
    )
  },
)

withDatabase(
  'a retry at a given time costs no attempt; a permanent error fails the job at once',
  async db => {
    let calls = 0
    const worker = aWorker(db, async () => {
      calls++
      if (calls < 6) throw new RetryLater(worker.clock.now() + 60_000, 'The host is busy.')
      throw new PermanentError('The repository is gone.')
    })
    await worker.enqueue()
    const end = worker.begin()
    for (let call = 1; call < 6; call++) {
      await until(async () => calls === call && (await jobs(db))[0]?.lease_token === null)
      worker.clock.advance(60_001)
    }
    await until(async () => (await jobs(db))[0]?.available_at === null)
    await end()
    assert.equal((await jobs(db))[0]?.last_error, 'The repository is gone.')
  },
)

withDatabase('a job that outlasts its lease writes nothing when another worker has claimed it', async db => {
  const written: string[] = []
  const worker = aWorker(db, async () => {
    await stealLease(db, worker.clock)
    return async () => {
      written.push('greeting')
    }
  })
  await worker.enqueue()
  const end = worker.begin()
  await until(async () => (await jobs(db))[0]?.lease_token === 'another')
  await end()
  assert.deepEqual(written, [])
  assert.equal((await jobs(db))[0]?.lease_token, 'another')
})

const stealLease = (db: Database, clock: ManualClock) =>
  db.write(tx =>
    tx
      .updateTable('job')
      .set({ lease_token: 'another', available_at: clock.now() + 60_000 })
      .execute(),
  )

withDatabase('a stopped worker finishes its running jobs', async db => {
  let go = () => {}
  const gate = new Promise<void>(resolve => {
    go = resolve
  })
  let begun = false
  const worker = aWorker(db, async () => {
    begun = true
    await gate
    return async () => {}
  })
  await worker.enqueue()
  const end = worker.begin()
  await until(() => begun)
  const ended = end()
  go()
  await ended
  assert.deepEqual(await jobs(db), [])
})

withDatabase('a job with an invalid payload fails at once', async db => {
  const worker = aWorker(db, async () => assert.fail('It is not run.'), {
    onFailed: () => assert.fail('Without a payload there is nothing to write.'),
  })
  await db.write(tx =>
    enqueue(
      tx,
      { clock: worker.clock, ids: randomIds },
      { ...greetJob, payload: z.unknown() },
      { accountId: null, payload: { name: 1 } },
    ),
  )
  const end = worker.begin()
  await until(async () => (await jobs(db))[0]?.available_at === null)
  await end()
  assert.match((await jobs(db))[0]?.last_error ?? '', /^The payload of the job is not valid/)
})
