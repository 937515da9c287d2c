import assert from 'node:assert/strict'
import { listPublishFailures, retryPublishing } from '#changelog/entries/publish-failures.ts'
import { publishDue } from '#changelog/publishing/publisher.ts'
import { DAY_MS } from '#platform/clock.ts'
import { listOverdueJobs } from '#platform/jobs/failed-jobs.ts'
import { claimJobs, enqueue } from '#platform/jobs/queue.ts'
import { recordMerges } from './colleagues.ts'
import { greetJob } from './jobs.ts'
import { type TestService, withRunningService } from './service.ts'

withRunningService(
  'an entry that cannot be published is retried with growing delays, then shown as failed',
  async it => {
    await queueDueEntry(it)
    const tries: number[] = []
    for (let second = 0; second < 3_600; second++) {
      const before = it.logged.length
      await publishWith(it, { next: () => assert.fail('The disk is on fire.') })
      if (it.logged.length > before) tries.push(second)
      it.clock.advance(1_000)
    }
    assert.deepEqual(tries, [0, 2, 6, 14, 30, 62, 126, 254, 510, 1_022])
    const [entry] = await listPublishFailures(it.service.db.read)
    assert.partialDeepStrictEqual(entry, { error: 'The disk is on fire.', attempts: 10, retryAt: null })
    const logged = it.logged.map(line => JSON.parse(line)).filter(line => line.entry === entry?.entryId)
    assert.equal(logged.length, 10, 'each line of the log names the entry')
    assert.deepEqual(await checkOf(it, 'publishing'), {
      name: 'publishing',
      status: 'failed',
      detail: '1 due and could not be published, the oldest for 3601 s.',
    })
  },
)

withRunningService('an entry that failed to publish is published when a person retries it', async it => {
  await queueDueEntry(it)
  await publishWith(it, { next: () => assert.fail('The disk is on fire.') })
  assert.equal(await publishWith(it, it.service.ids), 0, 'it waits')
  assert.equal(await it.service.db.write(tx => retryPublishing(tx, 'all')), 1)
  assert.equal(await publishWith(it, it.service.ids), 1)
  assert.partialDeepStrictEqual(await checkOf(it, 'publishing'), { status: 'ok' })
})

withRunningService(
  'an entry that failed while the clock was ahead is retried once it is set back',
  async it => {
    await queueDueEntry(it)
    it.clock.advance(DAY_MS / 2)
    await publishWith(it, { next: () => assert.fail('The disk is on fire.') })
    it.clock.advance(-DAY_MS / 2)
    assert.equal(await publishWith(it, it.service.ids), 1)
  },
)

withRunningService('a successful retry resets the failures of an entry', async it => {
  await queueDueEntry(it)
  await publishWith(it, { next: () => assert.fail('The disk is on fire.') })
  it.clock.advance(2_000)
  assert.equal(await publishWith(it, it.service.ids), 1)
  assert.deepEqual(await listPublishFailures(it.service.db.read), [])
})

withRunningService('jobs of a lost worker are overdue', async it => {
  const { db, clock, ids } = it.service
  for (const name of ['ann', 'bob', 'cleo'])
    await db.write(tx => enqueue(tx, { clock, ids }, greetJob, { accountId: null, payload: { name } }))
  await claimJobs(db, ids, { most: 3, leaseMs: 10_000, kinds: [greetJob.name] })
  assert.deepEqual((await listOverdueJobs(db)).jobs, [], 'they are being worked on')
  it.clock.advance(410_000)
  assert.equal((await listOverdueJobs(db)).jobs.length, 3)
  assert.deepEqual(await checkOf(it, 'jobs'), {
    name: 'jobs',
    status: 'failed',
    detail: 'The oldest is overdue by 400 s.',
  })
})

const publishWith = ({ service: { db, clock, log } }: TestService, ids: TestService['service']['ids']) =>
  publishDue(db, { clock, ids, actor: 'queue', effects: [] }, { log })

async function queueDueEntry(it: TestService): Promise<void> {
  const { db, clock } = it.service
  await recordMerges(it, it.account, 'feat: export reports')
  await db.write(tx =>
    tx
      .updateTable('entry')
      .set({ state: 'queued', queued_for: clock.now() - 1_000 })
      .execute(),
  )
}

async function checkOf({ ask }: TestService, name: string): Promise<unknown> {
  const { checks } = JSON.parse((await ask('/status.json')).text)
  return checks.find((check: { name: string }) => check.name === name)
}
