import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { createAccount } from '#accounts/account.ts'
import { applyReverts } from '#changelog/entries/revert-effects.ts'
import { findFeed, readFeed } from '#changelog/feeds/read-feed.ts'
import { HighlightAnswers } from '#changelog/highlights/highlights.ts'
import { parseHighlightsRequest } from '#changelog/highlights/request.ts'
import { inboxPage } from '#changelog/inbox/inbox.ts'
import { countsOf } from '#changelog/inbox/items.ts'
import { publishDue } from '#changelog/publishing/publisher.ts'
import { accountExamples, examplesRevision, undecidedMerges } from '#pipeline/judging/account-context.ts'
import { guidanceFor } from '#pipeline/judging/guidance.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { claimJobs } from '#platform/jobs/queue.ts'
import { withCarried } from '#pulls/carrier.ts'
import { pullsByKey } from '#pulls/pull-requests.ts'
import { findOrCreateRepository } from '#pulls/repositories/repositories.ts'
import { nextUnshippedPulls, oldestUnshippedMerge } from '#pulls/shipments.ts'
import { withDatabase } from './databases.ts'
import { aPull } from './pulls.ts'
import { withPlans } from './query-plans.ts'
import { manualClock } from './world.ts'

/** The tables that grow with every merge of every account. */
const TABLES = [
  'pull_request',
  'entry',
  'decision',
  'job',
  'entry_pull_request',
  'highlight',
  'pitch',
  'activity',
]
const ROWS = 3_000
const HOUR_MS = 3_600_000

/** Adds many merges to another account, each with a person's decision, a published entry and a job that waits. */
async function fill(db: Database, account: string, repository: string): Promise<void> {
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})`
  await db.write(async tx => {
    await sql`${numbers} insert into pull_request
      (id, account_id, repository_id, number, merged_at, place, decision_id, recorded_at, author_is_bot,
        files_changed, additions, deletions, title, labels, linked_issues, body, commits, fragments, files)
      select 'p' || i, ${account}, ${repository}, i, i, 'announced', 'd' || i, 0, 0, 0, 0, 0, 'feat: a',
        '[]', '[]', '', '[]', '[]', '[]' from n`.execute(tx)
    await tx
      .updateTable('pull_request')
      .set({ title: 'Revert "feat: b"', reverts_number: 0 })
      .where('id', '=', 'p7')
      .execute()
    await sql`${numbers} insert into decision
      (id, account_id, pull_request_id, made_at, layer, version, input_hash, visibility, kind, magnitude, confidence,
        score, reason, evidence)
      select 'd' || i, ${account}, 'p' || i, i, 'person', '1', '', 'user-facing', 'fix', 'patch', 'high', 1, '', '[]'
      from n`.execute(tx)
    await sql`${numbers} insert into entry
      (id, account_id, state, title, body, machine_title, machine_body, kind, magnitude, primary_pull_request_id,
        published_at, updated_at, created_at)
      select 'e' || i, ${account}, 'published', 'a', '', 'b', '', 'fix', 'patch', 'p' || i, i, i, i from n`.execute(
      tx,
    )
    await sql`${numbers} insert into entry_pull_request (entry_id, pull_request_id, account_id, live)
      select 'e' || i, 'p' || i, ${account}, 1 from n`.execute(tx)
    await sql`${numbers} insert into job
      (id, account_id, kind, payload, priority, turn, available_at, attempts, created_at)
      select 'j' || i, ${account}, 'delivery', '{}', 0, i, ${Date.now() + HOUR_MS}, 0, i from n`.execute(tx)
    if (db.engine === 'postgres') await sql`analyze`.execute(tx)
  })
}

withDatabase('no frequent query scans a whole table', async plain => {
  const clock = manualClock()
  const action = { clock, ids: randomIds, actor: 'test', effects: [] }
  const { account, repository } = await plain.write(async tx => {
    const account = await createAccount(tx, clock, randomIds, { name: 'Acme' })
    const place = { host: 'github.com', repo: 'acme/app' }
    return { account, repository: await findOrCreateRepository(tx, clock, randomIds, account.id, place) }
  })
  await fill(plain, account.id, repository.id)
  const { db, wholeReads } = withPlans(plain)
  const owner = { accountId: account.id, repositoryId: repository.id }
  const question = parseHighlightsRequest(Object.entries({ days: '30', repo: 'acme/app' }))
  const queries: Record<string, () => Promise<unknown>> = {
    async feed() {
      const found = (await findFeed(db.read, account.publicId, null)) ?? assert.fail()
      await readFeed(db.read, found, { baseUrl: 'http://x', address: 'http://x/feed', docs: 'http://x/docs' })
    },
    highlights: () => new HighlightAnswers({ db, clock }).answer(account.id, question),
    claim: () => claimJobs(db, randomIds, { most: 8, leaseMs: 1_000, kinds: ['delivery'] }),
    'claim of a suspect': () =>
      claimJobs(db, randomIds, { most: 1, leaseMs: 1_000, kinds: ['delivery'], suspects: true }),
    due: () => publishDue(db, action),
    inbox: () => inboxPage(db, { accountId: account.id, limit: 50 }),
    'counts of the dashboard': () => countsOf(db.read, account.id),
    guidance: () => guidanceFor(db.read, account.id),
    'judging context': async () =>
      undecidedMerges(db.read, account.id, await accountExamples(db.read, account.id)),
    'whether the context changed': () => examplesRevision(db.read, account.id, 0),
    'known pull requests': () => pullsByKey(db.read, repository.id, [{ number: 7, mergeCommit: null }]),
    'what a merge carries': () => withCarried(db.read, repository.id, [aPull({ headBranch: 'next' })]),
    reverts: () => db.write(tx => applyReverts(tx, action, repository.id)),
    'what waits for a release': async () => {
      await oldestUnshippedMerge(db.read, owner)
      await nextUnshippedPulls(db.read, owner, { seq: 1, cursor: null, limit: 10 })
    },
  }
  for (const [name, ask] of Object.entries(queries)) {
    await ask()
    assert.deepEqual(await wholeReads(TABLES), [], name)
  }
})

withDatabase('a query that scans a whole table is reported', async plain => {
  const { db, wholeReads } = withPlans(plain)
  await db.read.selectFrom('pull_request as pull').select('id').where('body', '=', 'x').execute()
  assert.equal((await wholeReads(['pull_request'])).length, 1)
  await db.read.selectFrom('pull_request').select('id').where('id', '=', 'x').execute()
  assert.deepEqual(await wholeReads(['pull_request']), [])
})
