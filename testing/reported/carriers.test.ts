import assert from 'node:assert/strict'
import { createJudge } from '#app/judging.ts'
import { changePolicy } from '#changelog/publishing/policy.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { standingDecisions } from '#judgement/classification/decisions.ts'
import { BACKFILLS, backfillJobs, beginBackfill } from '#pipeline/ingest/backfill.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import { shipJobs } from '#pipeline/ingest/releases.ts'
import type { CodeHost } from '#pulls/hosts/code-host.ts'
import type { Past } from '#pulls/past.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { engineInTurn } from '#testing/databases.ts'
import { aGitHubPull, sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { noModel } from '#testing/guidance.ts'
import { aJobRun } from '#testing/jobs.ts'
import { aPull, streamOf } from '#testing/pulls.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const DAY = 86_400_000

const pullOf = (number: number, title: string, headBranch: string, baseBranch: string, mergedAt: number) =>
  aPull({
    ...{ number, title, headBranch, baseBranch, mergedAt },
    body: 'You can now do it yourself.',
    mergeCommit: String(number).repeat(40).slice(0, 40),
  })

/** A host that lists these merges, one on each page, and knows which commits are in which branch. */
function aHost(pulls: readonly MergedPull[], defaultBranch = 'main') {
  const contained: Record<string, string[]> = {}
  const nothing = () => Promise.reject(new Error('Nobody asks for that here.'))
  const host: CodeHost = {
    host: 'github.com',
    repository: async name => ({ name, id: '5', url: '', isPrivate: false, defaultBranch, about: null }),
    mergedPull: async (_, number) => pulls.find(pull => pull.number === number) ?? null,
    async mergedPulls(_, { cursor }) {
      const at = Number(cursor ?? 0)
      return { pulls: pulls.slice(at, at + 1), next: at + 1 < pulls.length ? String(at + 1) : null }
    },
    releaseNotes: async () => [],
    issueTitle: async () => null,
    diff: async () => [],
    shipments: nothing,
    contains: async (_, { commit: branch }, commit) => contained[branch]?.includes(commit) ?? false,
  }
  return { host, contained }
}

/** A connected repository with a host that the test controls. */
async function aConnection(it: TestService, host: CodeHost) {
  const { db, clock, ids, effects } = it.service
  const { source, secret } = await it.connect()
  const action = { clock, ids, actor: 'test', effects }
  const judge = await createJudge({ db, clock, ids, modelOf: noModel })
  const context = { db, action, judge, hostOf: async () => host }
  return {
    ...{ source, secret },
    async backfill(past: Past) {
      const { id } = await db.write(tx => beginBackfill(tx, action, source, { since: null, past }))
      const jobs = backfillJobs(context)
      while (await BACKFILLS.running(db.read, id))
        await db.write(await jobs.run({ backfillId: id }, aJobRun(it.account.id)))
    },
    async look() {
      await db.write(await shipJobs(context).run({ sourceId: source.id }, aJobRun(it.account.id)))
    },
    async import(...pulls: MergedPull[]) {
      await importMerges(context, it.account, streamOf(pulls), { past: 'drafts' })
    },
  }
}

const START = Date.UTC(2026, 2, 1)
const STICKERS = pullOf(1, 'feat: add stickers to messages', 'stickers-1', 'feature/stickers', START)
const UPDATE = "Merge branch 'main' into feature/stickers"
const CARRIER = {
  ...pullOf(2, 'feat: stickers in messages', 'feature/stickers', 'main', START + DAY),
  commits: [`${STICKERS.title} (#1)`, UPDATE],
}

for (const [at, past] of (['drafts', 'history', 'publish'] as const).entries())
  withRunningService(
    `a backfill that reads the carrier first, with --past ${past}`,
    async it => {
      const { host } = aHost([CARRIER, STICKERS])
      const connection = await aConnection(it, host)
      await connection.backfill(past)
      const place = { drafts: 'drafted', history: 'history', publish: 'announced' }[past]
      const ledger = await it.ledger()
      assert.equal(ledger[1], `${place} ${STICKERS.title}`)
      assert.doesNotMatch(ledger[0] ?? '', /^(?:drafted|history|queued)/)
      assert.deepEqual(
        (await it.entries()).filter(entry => /^(?:draft|queued|published)/.test(entry)).length,
        past === 'history' ? 0 : 1,
      )
      await connection.backfill(past)
      assert.deepEqual(await it.ledger(), ledger, 'and the same again')
    },
    {},
    [engineInTurn(at)],
  )

withRunningService('an import that tells of the carrier before what it carries', async it => {
  const connection = await aConnection(it, aHost([]).host)
  await connection.import({ ...CARRIER, mergedAt: START + DAY })
  await connection.import(STICKERS)
  assert.deepEqual(await it.ledger(), [`dismissed ${CARRIER.title}`, `drafted ${STICKERS.title}`])
})

type Sent = ReturnType<typeof aGitHubPull>

const hookOf = (pull: MergedPull): Sent => {
  const at = new Date(pull.mergedAt).toISOString()
  return aGitHubPull({
    ...{
      number: pull.number,
      title: pull.title,
      body: pull.body,
      labels: pull.labels.map(name => ({ name })),
    },
    ...{ merged_at: at, updated_at: at, merge_commit_sha: pull.mergeCommit },
    ...{ head: { ref: pull.headBranch, repo: { id: 5 } }, base: { ref: pull.baseBranch, repo: { id: 5 } } },
  })
}

async function deliver(
  it: TestService,
  connection: Awaited<ReturnType<TestService['connect']>>,
  pull: MergedPull,
  branch = 'main',
) {
  const repository = { id: 5, full_name: 'acme/app', default_branch: branch }
  await sendGitHubWebhook(it, connection, { pull: hookOf(pull), repository })
  await it.settle()
}

withRunningService('a carrier that the policy queued before it was known for one is taken back', async it => {
  const { db, clock, ids, effects } = it.service
  const action = { clock, ids, actor: 'test', effects }
  await db.write(tx =>
    changePolicy(tx, action, it.account.id, {
      mode: 'automatic',
      leastMagnitude: 'patch',
      leastConfidence: 'low',
    }),
  )
  const connection = await it.connect()
  const late = { ...STICKERS, mergedAt: clock.now() - 2 * 3_600_000 }
  await deliver(it, connection, { ...CARRIER, mergedAt: clock.now() - 3_600_000 })
  const before = await it.entries()
  await deliver(it, connection, late)
  const open = (await it.entries()).filter(entry => entry.startsWith('queued'))
  assert.match(before.join(), /^queued/)
  assert.doesNotMatch(open.join(), /Stickers in messages/i)
  assert.ok((await it.ledger()).some(line => line.endsWith(STICKERS.title) && !line.startsWith('unshipped')))
  const { id } = await db.read
    .selectFrom('entry')
    .select('id')
    .where('flag', '=', 'review')
    .executeTakeFirstOrThrow()
  await db.write(async tx => {
    await tx.updateTable('entry').set({ flag: null }).where('id', '=', id).execute()
    await queueEntry(tx, action, id, { at: clock.now() + DAY })
  })
  await deliver(it, connection, { ...CARRIER, mergedAt: clock.now() - 3_600_000, labels: ['planned'] })
  const kept = await db.read
    .selectFrom('entry')
    .select(['state', 'flag'])
    .where('id', '=', id)
    .executeTakeFirst()
  assert.deepEqual(
    { ...kept },
    { state: 'queued', flag: null },
    'a person who queues it again has the last word',
  )
})

/** The reason for which the draft of a pull request waits. */
async function reasonOf(it: TestService, number: number) {
  const { db } = it.service
  const row = await db.read
    .selectFrom('pull_request')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst()
  return (await standingDecisions(db.read, [row?.id ?? ''])).get(row?.id ?? '')?.classification.notLive
}

withRunningService(
  'a branch that is pushed into the default one is live, and until then says why not',
  async it => {
    const { host, contained } = aHost([])
    const connection = await aConnection(it, host)
    const other = pullOf(3, 'feat: add polls to messages', 'polls', 'next', START + DAY)
    await deliver(it, connection, STICKERS)
    await deliver(it, connection, other)
    await connection.look()
    assert.equal(await reasonOf(it, 1), 'It waits for feature/stickers to be merged.')
    contained.main = [STICKERS.mergeCommit ?? '']
    await connection.look()
    assert.deepEqual(await it.ledger(), [`unshipped ${other.title}`, `drafted ${STICKERS.title}`])
    assert.equal(await reasonOf(it, 1), null)
  },
)

withRunningService('what waits on a branch is live once that becomes the default one', async it => {
  const connection = await aConnection(it, aHost([]).host)
  await deliver(it, connection, pullOf(1, STICKERS.title, 'stickers', 'v2-dev', START))
  assert.deepEqual(await it.ledger(), [`unshipped ${STICKERS.title}`])
  await deliver(it, connection, pullOf(2, 'feat: add polls', 'polls', 'v2-dev', START + DAY), 'v2-dev')
  assert.deepEqual(await it.ledger(), ['drafted feat: add polls', `drafted ${STICKERS.title}`])
})

withRunningService('a promotion of long ago does not make merges wait for the next one', async it => {
  const connection = await aConnection(it, aHost([]).host)
  const now = it.clock.now()
  await deliver(it, connection, pullOf(1, 'Rename the branch', 'main', 'master', now - 200 * DAY))
  await deliver(it, connection, pullOf(2, STICKERS.title, 'stickers', 'main', now - DAY))
  assert.ok((await it.ledger()).includes(`drafted ${STICKERS.title}`))
})

const BRANCHES = {
  '1.x': true,
  'release-1.2': true,
  '7-1-stable': true,
  REL_16_STABLE: true,
  'branch-3.5': true,
  v3: true,
  'release-automation': false,
  'v2-dev': false,
  '1234': false,
  next: false,
  beta: false,
}

withRunningService(
  'a merge into a branch of a version is live, and one into another branch waits',
  async it => {
    const connection = await it.connect()
    for (const [at, branch] of Object.keys(BRANCHES).entries())
      await deliver(
        it,
        connection,
        pullOf(at + 1, `feat: add stickers to ${branch}`, `stickers-${at}`, branch, START),
      )
    assert.deepEqual(
      (await it.ledger()).toSorted(),
      Object.entries(BRANCHES)
        .map(
          ([branch, isReleased]) => `${isReleased ? 'drafted' : 'unshipped'} feat: add stickers to ${branch}`,
        )
        .toSorted(),
    )
  },
)
