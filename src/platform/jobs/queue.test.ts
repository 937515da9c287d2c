import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { type Database, later } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { onBothEngines, withDatabase, withTime } from '#testing/databases.ts'
import { greetJob } from '#testing/jobs.ts'
import { manualClock } from '#testing/world.ts'
import type { JobPriority } from './job.ts'
import {
  type Claim,
  claimJobs,
  completeJob,
  enqueue,
  failJob,
  type Job,
  LeaseLostError,
  type NewJob,
  recordProgress,
  releaseJob,
  renewLease,
} from './queue.ts'

const LEASE_MS = 30_000

type Greeting = NewJob<{ name: string }> & { priority?: JobPriority }

const add = (db: Database, ...jobs: Greeting[]) => addAt(systemClock, db, ...jobs)
const addAt = (clock: Clock, db: Database, ...jobs: Greeting[]) =>
  db.write(async tx => {
    for (const { priority = 'routine', ...job } of jobs)
      await enqueue(tx, { clock, ids: randomIds }, { ...greetJob, priority }, job)
  })
const take = (db: Database, most = 1, more: Partial<Claim> = {}) =>
  claimJobs(db, randomIds, { most, leaseMs: LEASE_MS, kinds: [greetJob.name], ...more })
const takeSuspects = (db: Database, most = 1) => take(db, most, { suspects: true })
const finish = (db: Database, job: Job) => db.write(tx => completeJob(tx, job))
const greet = (name: string, more: Partial<Greeting> = {}): Greeting => ({
  accountId: null,
  payload: { name },
  ...more,
})
const anAccount = async (db: Database): Promise<string> =>
  (await db.write(tx => createAccount(tx, systemClock, randomIds, { name: 'Acme' }))).id
const namesOf = (jobs: readonly Job[]) => jobs.map(job => (job.payload as { name: string }).name)

onBothEngines('four workers on two connections claim each of 2,000 jobs once', async location => {
  const db = await openDatabase(location, { migrate: true })
  const other = await openDatabase(location, { migrate: false })
  await add(db, ...Array.from({ length: 2_000 }, (_, n) => greet(String(n))))
  const taken: string[] = []
  const worker = async (own: Database) => {
    for (;;) {
      const jobs = await take(own, 25)
      if (jobs.length === 0) return
      taken.push(...namesOf(jobs))
      await own.write(async tx => {
        for (const job of jobs) await completeJob(tx, job)
      })
    }
  }
  await Promise.all([db, other, db, other].map(worker))
  assert.equal(taken.length, 2_000)
  assert.equal(new Set(taken).size, 2_000)
  await Promise.all([db.close(), other.close()])
})

withDatabase(
  'a job with an expired lease is claimed again, and the first worker cannot complete it',
  async db => {
    const clock = manualClock(Date.now())
    const timed = withTime(db, clock)
    await add(db, greet('ann'))
    const [lost] = await take(timed)
    assert.ok(lost)
    assert.deepEqual(await take(timed), [])
    clock.advance(LEASE_MS + 1)
    assert.deepEqual(await take(timed), [], 'its worker may have died of it')
    const [second] = await takeSuspects(timed)
    assert.deepEqual([second?.attempts, second?.deaths], [1, 1])
    await assert.rejects(finish(db, lost), LeaseLostError)
    assert.equal(await renewLease(timed, lost, LEASE_MS), false)
    assert.ok(second)
    await finish(db, second)
    await assert.rejects(finish(db, second), LeaseLostError)
  },
)

withDatabase('a job that ends a run in order, or makes progress, is no suspect any more', async db => {
  const clock = manualClock(Date.now())
  const timed = withTime(db, clock)
  await add(db, greet('ann'))
  await take(timed)
  clock.advance(LEASE_MS + 1)
  const [second] = await takeSuspects(timed)
  assert.ok(second)
  await releaseJob(timed, second, { delayMs: 0, error: 'No answer.', countsAsAttempt: true })
  const [third] = await take(timed)
  assert.deepEqual([third?.attempts, third?.deaths], [2, 0])
  clock.advance(LEASE_MS + 1)
  const [fourth] = await takeSuspects(timed)
  assert.ok(fourth)
  await recordProgress(timed, fourth)
  clock.advance(LEASE_MS + 1)
  const [fifth] = await takeSuspects(timed)
  assert.deepEqual([fifth?.attempts, fifth?.deaths], [2, 1])
})

withDatabase('jobs of accounts that are left out are not claimed; those of the service are', async db => {
  const [one, other] = [await anAccount(db), await anAccount(db)]
  await add(db, greet('ann', { accountId: one }), greet('bob', { accountId: other }), greet('cleo'))
  const jobs = await take(db, 10, { exceptAccounts: [one] })
  assert.deepEqual(namesOf(jobs).toSorted(), ['bob', 'cleo'])
})

withDatabase('a job with a renewed lease is not claimed by others', async db => {
  const clock = manualClock(Date.now())
  const timed = withTime(db, clock)
  await add(db, greet('ann'))
  const [job] = await take(timed)
  assert.ok(job)
  clock.advance(LEASE_MS - 1)
  assert.equal(await renewLease(timed, job, LEASE_MS), true)
  clock.advance(LEASE_MS - 1)
  assert.deepEqual(await take(timed), [])
  await finish(db, job)
})

withDatabase('at most one job per dedupe key waits, also after one is released', async db => {
  await add(db, greet('ann', { dedupeKey: 'x' }), greet('bob', { dedupeKey: 'x' }))
  const [ann] = await take(db, 10)
  assert.deepEqual(await take(db), [])
  await add(db, greet('cid', { dedupeKey: 'x' }), greet('dan', { dedupeKey: 'x' }))
  assert.ok(ann)
  await releaseJob(db, ann, { delayMs: 0, error: 'no luck', countsAsAttempt: true })
  assert.deepEqual(namesOf(await take(db, 10)).toSorted(), ['ann', 'cid'])
})

withDatabase('a job waits until it is available, and higher priorities run first', async db => {
  const clock = manualClock(Date.now())
  const timed = withTime(db, clock)
  await add(
    db,
    greet('later', { at: later(timed, 60_000) }),
    greet('backfill', { priority: 'backfill' }),
    greet('routine'),
    greet('live', { priority: 'live' }),
  )
  assert.deepEqual(namesOf([...(await take(timed)), ...(await take(timed)), ...(await take(timed))]), [
    'live',
    'routine',
    'backfill',
  ])
  assert.deepEqual(await take(timed), [])
  clock.advance(60_000)
  assert.deepEqual(namesOf((await take(timed, 4)).filter(job => job.attempts === 1)), ['later'])
})

withDatabase('a job does not wait for a thousand jobs of another account', async db => {
  const [busy, quiet] = [await anAccount(db), await anAccount(db)]
  const job = (name: string, accountId: string) => greet(name, { accountId })
  const clock = manualClock(Date.now())
  await addAt(clock, db, ...Array.from({ length: 1_000 }, (_, n) => job(`busy ${n}`, busy)))
  await addAt(clock, db, job('quiet', quiet))
  const line: string[] = []
  while (!line.includes('quiet')) line.push(...namesOf(await take(db, 10)))
  assert.ok(line.length <= 100, `${line.length} others ran first`)
})

withDatabase('a failed job is kept with its error and not claimed again', async db => {
  await add(db, greet('ann', { dedupeKey: 'x' }))
  const [job] = await take(db)
  assert.ok(job)
  await db.write(tx => failJob(tx, job, 'No such person.'))
  assert.deepEqual(await take(db), [])
  const rows = await db.read.selectFrom('job').select(['last_error', 'available_at']).execute()
  assert.deepEqual(
    rows.map(row => [row.last_error, row.available_at]),
    [['No such person.', null]],
  )
  await add(db, greet('bob', { dedupeKey: 'x' }))
  assert.deepEqual(namesOf(await take(db)), ['bob'])
})
