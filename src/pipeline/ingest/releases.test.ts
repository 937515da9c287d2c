import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { createProductClassifier } from '#app/judging.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { openSecrets } from '#platform/secrets.ts'
import { createSource } from '#pulls/connections/sources.ts'
import type { CodeHost, Shipment } from '#pulls/hosts/code-host.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import { changeRepository, repositoryById } from '#pulls/repositories/repositories.ts'
import { storeShipments } from '#pulls/shipments.ts'
import { withDatabase } from '#testing/databases.ts'
import { aJobRun } from '#testing/jobs.ts'
import { offlineJudge } from '#testing/offline-judge.ts'
import { aPull } from '#testing/pulls.ts'
import { manualClock } from '#testing/world.ts'
import type { PipelineContext } from './host-requests.ts'
import { ingest } from './ingest.ts'
import { shipJobs } from './releases.ts'

const OUT_OF_REACH = () => Promise.reject(new Error('Nobody asks for that here.'))

/** A host with the shipments that the test makes; each contains the given commits. */
function aHost() {
  const shipped: (Shipment & { kind: string; commits: string[] })[] = []
  const host: CodeHost = {
    host: 'github.com',
    repository: OUT_OF_REACH,
    mergedPull: OUT_OF_REACH,
    mergedPulls: OUT_OF_REACH,
    releaseNotes: async () => [],
    issueTitle: async () => null,
    diff: async () => [],
    shipments: async (_, kind, since) => shipped.filter(one => one.kind === kind && one.at >= since),
    contains: async (_, { tag }, commit) =>
      shipped.some(one => one.tag === tag && one.commits.includes(commit)),
  }
  return { host, shipped }
}

async function aRepository(db: Database, announceOn: 'release' | 'tag') {
  const clock = manualClock()
  const action = { clock, ids: randomIds, actor: 'test', effects: [] }
  const { host, shipped } = aHost()
  const work: PipelineContext = {
    db,
    action,
    judge: offlineJudge(await createProductClassifier()),
    hostOf: async () => host,
  }
  const secrets = openSecrets([{ id: 'test', bytes: new Uint8Array(32) }])
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  const { source } = await db.write(tx =>
    createSource(tx, clock, randomIds, secrets, {
      accountId: account.id,
      provider: 'github',
      apiUrl: 'https://api.github.com',
      host: 'github.com',
      repo: 'acme/app',
      token: 'secret',
      installationId: null,
    }),
  )
  const repository = await db.write(async tx =>
    changeRepository(tx, await repositoryById(tx, source.repositoryId), { announceOn }),
  )
  return {
    ...{ shipped, repositoryId: repository.id },
    async merge(number: number, title: string, mergeCommit: string) {
      const judged = await work.judge(account.id, [aPull({ number, title, mergeCommit, mergedAt: number })])
      await db.write(tx => ingest(tx, action, repository, judged, { past: null }))
    },
    async look() {
      const outcome = await shipJobs(work).run({ sourceId: source.id }, aJobRun(account.id))
      await db.write(outcome)
    },
    ledger: async () =>
      (await listPulls(db.read, { accountId: account.id })).map(({ place, number }) => `${place} #${number}`),
  }
}

withDatabase('a draft waits until a release contains its merge', async db => {
  const it = await aRepository(db, 'release')
  await it.merge(1, 'feat: export reports as CSV', 'a'.repeat(40))
  await it.merge(2, 'feat: export reports as PDF', 'b'.repeat(40))
  await it.look()
  assert.deepEqual(await it.ledger(), ['unshipped #2', 'unshipped #1'])
  it.shipped.push({ kind: 'tag', tag: 'v1-rc', commit: 'x', at: 5, commits: ['a'.repeat(40)] })
  await it.look()
  assert.deepEqual(await it.ledger(), ['unshipped #2', 'unshipped #1'], 'a tag is no release')
  it.shipped.push({ kind: 'release', tag: 'v1', commit: 'x', at: 6, commits: ['a'.repeat(40)] })
  await it.look()
  assert.deepEqual(await it.ledger(), ['unshipped #2', 'drafted #1'])
  it.shipped.push({
    kind: 'release',
    tag: 'v2',
    commit: 'y',
    at: 7,
    commits: ['a'.repeat(40), 'b'.repeat(40)],
  })
  await it.look()
  assert.deepEqual(await it.ledger(), ['drafted #2', 'drafted #1'])
})

withDatabase('a repository that announces on tags needs no release', async db => {
  const it = await aRepository(db, 'tag')
  await it.merge(1, 'feat: export reports as CSV', 'a'.repeat(40))
  it.shipped.push({ kind: 'tag', tag: 'v1', commit: 'x', at: 5, commits: ['a'.repeat(40)] })
  await it.look()
  assert.deepEqual(await it.ledger(), ['drafted #1'])
})

withDatabase('a repository may have more tags than a statement may have values', async db => {
  const { repositoryId } = await aRepository(db, 'tag')
  const listed = Array.from({ length: 14_000 }, (_, n) => ({ tag: `package@${n}`, commit: `${n}`, at: n }))
  const store = () => db.write(tx => storeShipments(tx, repositoryId, 'tag', listed))
  const stored = await store()
  assert.equal(stored.at(-1)?.seq, 14_000)
  assert.deepEqual(await store(), stored)
})
