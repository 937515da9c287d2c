import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishDue } from '#changelog/publishing/publisher.ts'
import { runWorker } from '#platform/jobs/worker.ts'
import { jobsOf } from '../src/app/worker.ts'
import { recordMerges } from './colleagues.ts'
import { aGitHubPull, sendGitHubWebhook } from './github-webhooks.ts'
import { longestTurn } from './processor-time.ts'
import { aService, type TestService } from './service.ts'
import { until } from './until.ts'

// On SQLite every statement is synchronous: nobody else is served unless the event loop has a turn between two items.

const DUE = 400
const DELIVERIES = 150
/** The limit for an answer, in milliseconds of processor time. The whole backlog, worked on without a turn, takes several times this. */
const SLOWEST_MS = 500

/** Declares a test with a service on SQLite, which is closed even if the test fails. */
const onSqlite = (name: string, story: (it: TestService) => Promise<void>) =>
  test(name, async () => {
    await using it = await aService('sqlite')
    await story(it)
  })

onSqlite(
  'publishing a backlog stops soon after the stop signal, and feeds are answered meanwhile',
  async it => {
    await queueDueEntries(it, DUE)
    const stop = new AbortController()
    setImmediate(() => stop.abort())
    const published = await publishDue(it.service.db, queue(it), { signal: stop.signal })
    assert.ok(published < DUE / 4, `${published} were published`)
    const rest = await whileReading(it, () => publishDue(it.service.db, queue(it)))
    assert.equal(published + rest, DUE)
  },
)

onSqlite('feeds are answered while a backlog of deliveries is processed', async it => {
  await storeDeliveries(it, DELIVERIES)
  const stop = new AbortController()
  const { jobs } = await jobsOf(it.service)
  await whileReading(it, async () => {
    const ended = runWorker(it.service, jobs, stop.signal)
    await until(async () => (await it.ledger()).length >= DELIVERIES)
    stop.abort()
    await ended
  })
})

onSqlite('a worker with a backlog of deliveries stops soon after the stop signal', async it => {
  await storeDeliveries(it, DELIVERIES)
  const stop = new AbortController()
  const { jobs } = await jobsOf(it.service)
  setImmediate(() => stop.abort())
  await runWorker(it.service, jobs, stop.signal)
  const processed = (await it.ledger()).length
  assert.ok(processed < DELIVERIES / 4, `${processed} were processed`)
})

const queue = ({ service: { clock, ids } }: TestService) => ({ clock, ids, actor: 'queue', effects: [] })

/** Asks for the account's feed again and again until the work is done, and checks each answer and how long others waited for a turn. */
async function whileReading<T>({ ask, account }: TestService, work: () => Promise<T>): Promise<T> {
  const path = `/changelog/${account.publicId}`
  await ask(path)
  let isDone = false
  const result = work().finally(() => {
    isDone = true
  })
  const slowest = longestTurn(result)
  let answers = 0
  for (; !isDone; answers++) {
    assert.equal((await ask(path)).status, 200)
  }
  assert.ok(answers > 10, `only ${answers} answers`)
  assert.ok(
    (await slowest) < SLOWEST_MS,
    `others waited for ${Math.round(await slowest)} ms of processor time`,
  )
  return result
}

async function queueDueEntries(it: TestService, count: number): Promise<void> {
  const { db, clock } = it.service
  await recordMerges(it, it.account, ...Array.from({ length: count }, (_, at) => `feat: export report ${at}`))
  await db.write(tx =>
    tx
      .updateTable('entry')
      .set({ state: 'queued', queued_for: clock.now() - 1_000 })
      .execute(),
  )
}

async function storeDeliveries(it: TestService, count: number): Promise<void> {
  const connection = await it.connect()
  const pulls = Array.from({ length: count }, (_, at) =>
    aGitHubPull({
      number: at + 1,
      title: `feat: export report ${at}`,
      html_url: `https://github.com/acme/app/pull/${at + 1}`,
      merge_commit_sha: String(at).padStart(40, '0'),
    }),
  )
  await Promise.all(pulls.map(pull => sendGitHubWebhook(it, connection, { pull })))
}
