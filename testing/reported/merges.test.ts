import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishablePast } from '#changelog/first-history.ts'
import { changePolicy } from '#changelog/publishing/policy.ts'
import { applyPolicy } from '#changelog/publishing/policy-job.ts'
import { accountLedger } from '#pipeline/proofreading/account-ledger.ts'
import { gitlab } from '#pulls/hosts/gitlab/webhook.ts'
import { aGitHubPull, sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import { gitLabMerge } from '#testing/webhook-payloads.ts'

const HASH = (digit: string) => digit.repeat(40)

/** A merged pull request of one repository, from one of its branches. */
const merged = (number: number, title: string, head: string, base: string, at: string) =>
  aGitHubPull({
    ...{
      number,
      title,
      body: 'You can now do it yourself.',
      html_url: `https://github.com/acme/app/pull/${number}`,
    },
    ...{ head: { ref: head, repo: { id: 5 } }, base: { ref: base, repo: { id: 5 } } },
    ...{ merged_at: at, updated_at: at, merge_commit_sha: HASH(String(number)) },
  })

type Connection = Awaited<ReturnType<TestService['connect']>>

async function deliver(
  it: TestService,
  connection: Connection,
  branch: string,
  ...pulls: ReturnType<typeof merged>[]
) {
  for (const pull of pulls) {
    const repository = { id: 5, full_name: 'acme/app', default_branch: branch }
    await sendGitHubWebhook(it, connection, { pull, repository })
    await it.settle()
  }
}

const STICKERS = merged(
  1,
  'feat: add stickers to messages',
  'stickers-1',
  'feature/stickers',
  '2026-03-02T07:00:00Z',
)
const CARRIER = merged(2, 'feat: stickers', 'feature/stickers', 'main', '2026-03-02T08:00:00Z')

withRunningService(
  'a merge into another branch waits for the merge that carries it, which is no news',
  async it => {
    const connection = await it.connect()
    await deliver(it, connection, 'main', STICKERS)
    assert.deepEqual(await it.ledger(), ['unshipped feat: add stickers to messages'])
    const release = { accountId: it.account.id, repo: undefined, from: '2000-01-01', to: 'HEAD' }
    const notLive = async () => {
      const { merges } = await accountLedger(it.service.db.read, release)
      return merges.find(({ pull }) => pull.number === 1)?.classification.notLive
    }
    assert.match((await notLive()) ?? '', /a branch that is not released/)
    await deliver(it, connection, 'main', CARRIER)
    assert.equal((await notLive()) ?? null, null)
    assert.deepEqual(await it.ledger(), ['internal feat: stickers', 'drafted feat: add stickers to messages'])
  },
)

withRunningService('the carrier may become known first', async it => {
  const connection = await it.connect()
  await deliver(it, connection, 'main', CARRIER, STICKERS)
  assert.ok((await it.ledger()).includes('drafted feat: add stickers to messages'))
})

withRunningService('a team that develops on the default branch and releases from main', async it => {
  const connection = await it.connect()
  const [one, promotion, two] = [
    merged(1, 'feat: add stickers to messages', 'stickers', 'develop', '2026-03-02T06:00:00Z'),
    merged(2, 'Sprint 14', 'develop', 'main', '2026-03-02T07:00:00Z'),
    merged(3, 'feat: add polls to messages', 'polls', 'develop', '2026-03-02T08:00:00Z'),
  ]
  await deliver(it, connection, 'develop', one, promotion, two)
  assert.deepEqual(await it.ledger(), [
    'unshipped feat: add polls to messages',
    'internal Sprint 14',
    'drafted feat: add stickers to messages',
  ])
})

withRunningService('a branch of a fork carries nothing, and a branch of a version is released', async it => {
  const connection = await it.connect()
  const fork = { ...CARRIER, head: { ref: 'feature/stickers', repo: { id: 99 } } }
  const version = merged(3, 'feat: add polls to messages', 'polls', 'release/1.x', '2026-03-02T08:30:00Z')
  await deliver(it, connection, 'main', STICKERS, fork, version)
  assert.deepEqual(
    (await it.ledger()).filter(line => !line.includes('feat: stickers')),
    ['drafted feat: add polls to messages', 'unshipped feat: add stickers to messages'],
  )
})

withRunningService(
  'what is not live, or waits, is neither queued by the policy nor published with the past',
  async it => {
    const connection = await it.connect()
    const { db, clock, ids, effects } = it.service
    const hidden = merged(3, 'feat: add polls behind a feature flag', 'polls', 'main', '2026-03-02T08:30:00Z')
    const open = merged(4, 'feat: add a dark theme for everyone', 'dark', 'main', '2026-03-02T08:40:00Z')
    await deliver(it, connection, 'main', STICKERS, hidden, open)
    const action = { clock, ids, actor: 'test', effects }
    const { merges } = await publishablePast(db.read, it.account.id, 10)
    assert.deepEqual(
      merges.map(({ number }) => number),
      [4],
    )
    await db.write(tx =>
      changePolicy(tx, action, it.account.id, {
        mode: 'automatic',
        leastMagnitude: 'patch',
        leastConfidence: 'low',
      }),
    )
    const drafts = await db.read.selectFrom('entry').select('id').where('state', '=', 'draft').execute()
    const entryIds = drafts.map(({ id }) => id)
    assert.equal(entryIds.length, 3)
    const queued = await applyPolicy(db, action, it.account.id, entryIds)
    assert.deepEqual(
      queued.map(({ title }) => title),
      ['Add a dark theme for everyone'],
    )
  },
)

test('GitLab writes times in the zone of its server, and an unreadable optional field loses no merge', () => {
  const read = (attributes: object) => {
    const event = gitlab.parse('merge_request.merge', gitLabMerge({ merged_at: null, ...attributes }))
    return event?.type === 'merged' ? event.pull.mergedAt : null
  }
  const at = Date.UTC(2026, 10, 20, 9)
  assert.equal(read({ updated_at: '2026-11-20 10:00:00 +0100' }), at)
  assert.equal(read({ updated_at: '2026-11-20 02:00:00 -0700' }), at)
  assert.equal(read({ updated_at: '2026-11-20 09:00:00 UTC' }), at)
  assert.equal(
    read({ updated_at: 'yesterday', labels: 7, description: {}, last_commit: 'x' }),
    Number.POSITIVE_INFINITY,
  )
})

withRunningService('a merge whose time cannot be read, or cannot be, is dated when it was seen', async it => {
  const connection = await it.connect()
  const future = merged(1, 'feat: add polls', 'polls', 'main', '2099-01-01T00:00:00Z')
  const unreadable = { ...merged(2, 'feat: add stickers', 'stickers', 'main', 'soon'), labels: [] }
  const early = merged(3, 'feat: add maps', 'maps', 'main', '0001-01-01T00:00:00Z')
  await deliver(it, connection, 'main', future, unreadable, early)
  const rows = await it.service.db.read
    .selectFrom('pull_request')
    .select(['merged_at', 'host_changed_at'])
    .execute()
  assert.equal(rows.length, 3)
  for (const row of rows)
    assert.ok(
      row.merged_at > 0 &&
        row.merged_at <= it.service.clock.now() &&
        Number(row.host_changed_at) <= it.service.clock.now(),
    )
})

withRunningService(
  'a hook that contradicts itself counts as a merge when one of its fields says so',
  async it => {
    const connection = await it.connect()
    const pull = { ...merged(1, 'feat: add polls', 'polls', 'main', '2026-03-02T08:00:00Z'), state: 'open' }
    await deliver(it, connection, 'main', { ...pull, merged_at: null as unknown as string })
    assert.deepEqual(await it.ledger(), ['drafted feat: add polls'])
  },
)
