import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overrideClassification } from '#pipeline/judging/overrides.ts'
import type { ThreadLimits } from '#platform/background-thread.ts'
import { NO_METRICS } from '#platform/monitoring/metrics.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { type Background, judgementToOverride, openBackground } from '../src/app/background.ts'
import { ENGINES, engineInTurn } from './databases.ts'
import { aGitHubPull, sendGitHubWebhook } from './github-webhooks.ts'
import { longestTurn } from './processor-time.ts'
import { aService, type TestService } from './service.ts'

const PATIENT = { processingMs: 60_000 }
/** The time limit for work that never ends; other work has all the time that a busy machine needs. */
const ENDLESS = { processingMs: 700 }
const LITTLE_MEMORY = { processingMs: 30_000, memoryMb: 128 }
const ENTRY = new URL('./slow-judging-thread.ts', import.meta.url)
const HOSTILE_BODIES = {
  'takes for ever': ['LOOP FOR EVER', 'It took more than 0.7 s to process.'],
  'exhausts the memory': ['EXHAUST THE MEMORY', /memory/, LITTLE_MEMORY],
  'has the code throw': ['THROW', 'This text is not to be read.'],
} as const

/** Declares a test of the service with a background thread in which some bodies disturb the judging. */
function withHostileBodies(
  name: string,
  story: (it: TestService) => Promise<void>,
  limits: Partial<ThreadLimits> = PATIENT,
  engines = ENGINES,
): void {
  for (const engine of engines) {
    test(`${name} (${engine})`, async () => {
      await using it = await aService(
        engine,
        {},
        {
          background: database => shortOfEndless(openBackground(database, NO_METRICS, limits, ENTRY)),
        },
      )
      await story(it)
    })
  }
}

/** Gives the judging of the body that would take for ever the time limit `ENDLESS`. */
function shortOfEndless(background: Background): Background {
  const run = background.run.bind(background)
  const isEndless = (name: Parameters<typeof run>[0], input: unknown) =>
    (name === 'judge' || name === 'judgeOne') &&
    JSON.stringify(input).includes(HOSTILE_BODIES['takes for ever'][0])
  background.run = (name, input, limits) => run(name, input, isEndless(name, input) ? ENDLESS : limits)
  return background
}

for (const [at, [what, [body, reason, limits]]] of Object.entries(HOSTILE_BODIES).entries()) {
  withHostileBodies(
    `a pull request that ${what} is recorded and left unclassified with the reason`,
    async it => {
      const connection = await it.connect()
      await send(it, connection, 1, body)
      await send(it, connection, 2, '')
      await it.settle()
      assert.deepEqual((await it.ledger()).toSorted(), [
        'drafted feat: export report 2',
        'unclassified feat: export report 1',
      ])
      const [failed] = await it.service.db.read
        .selectFrom('pull_request')
        .select('classification_error')
        .where('place', '=', 'unclassified')
        .execute()
      assert.match(failed?.classification_error ?? '', new RegExp(reason))
      const { checks } = JSON.parse((await it.ask('/status.json')).text)
      assert.deepEqual(checks.at(-1), {
        name: 'classification',
        status: 'failed',
        detail: '1 could not be classified, the oldest for 0 s.',
      })
    },
    limits,
    [engineInTurn(at)],
  )
}

withHostileBodies('feeds are answered while a hostile pull request is judged', async it => {
  const connection = await it.connect()
  const path = `/changelog/${it.account.publicId}`
  await send(it, connection, 2, '')
  await it.settle()
  await it.ask(path)
  await send(it, connection, 1, HOSTILE_BODIES['takes for ever'][0])
  let isDone = false
  const settled = it.settle().finally(() => {
    isDone = true
  })
  const slowest = longestTurn(settled)
  let answers = 0
  for (; !isDone; answers++) assert.equal((await it.ask(path)).status, 200)
  assert.ok(answers > 2, `only ${answers} answers`)
  // On a single thread, others would wait for as long as the judging takes.
  assert.ok((await slowest) < 600, `others waited for ${Math.round(await slowest)} ms of processor time`)
  assert.ok((await it.ledger()).includes('unclassified feat: export report 1'))
})

withHostileBodies('an edit that makes a pull request processable gets it classified', async it => {
  const connection = await it.connect()
  await send(it, connection, 1, HOSTILE_BODIES['has the code throw'][0])
  await it.settle()
  await send(it, connection, 1, 'All is well.', 'edited')
  await it.settle()
  assert.deepEqual(await it.ledger(), ['drafted feat: export report 1'])
  const { checks } = JSON.parse((await it.ask('/status.json')).text)
  assert.equal(checks.at(-1).status, 'ok')
})

withHostileBodies('a person can classify a pull request that could not be processed', async it => {
  const connection = await it.connect()
  await send(it, connection, 1, HOSTILE_BODIES['takes for ever'][0])
  await it.settle()
  const { db, clock, ids, background } = it.service
  const { id } = await db.read.selectFrom('pull_request').select('id').executeTakeFirstOrThrow()
  const pull = (await pullsById(db.read, [id])).get(id)
  assert.ok(pull)
  const offline = await judgementToOverride(background, pull)
  const action = { clock, ids, actor: 'ann', effects: [] }
  await db.write(tx => overrideClassification(tx, action, offline, id, { visibility: 'user-facing' }))
  assert.deepEqual(await it.entries(), ['draft feat: export report 1'])
  const { checks } = JSON.parse((await it.ask('/status.json')).text)
  assert.equal(checks.at(-1).status, 'ok')
  await send(it, connection, 2, '')
  await it.settle()
  assert.equal((await it.ledger()).length, 2, 'what is learnt from the account leaves that text out')
})

const send = (
  it: TestService,
  connection: Awaited<ReturnType<TestService['connect']>>,
  number: number,
  body: string,
  action = 'closed',
) =>
  sendGitHubWebhook(it, connection, {
    action,
    pull: aGitHubPull({
      number,
      body,
      title: `feat: export report ${number}`,
      html_url: `https://github.com/acme/app/pull/${number}`,
      merge_commit_sha: String(number).padStart(40, '0'),
      updated_at: action === 'closed' ? '2026-03-02T08:00:00Z' : '2026-03-02T09:00:00Z',
    }),
  })
