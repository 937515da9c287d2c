import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAccount } from '#accounts/account.ts'
import { historyCounts } from '#changelog/first-history.ts'
import { beginBackfill } from '#pipeline/ingest/backfill.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import { reconcileAllJob } from '#pipeline/ingest/reconcile.ts'
import { listFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { changeSourceToken, listSources, type NewSource, type Source } from '#pulls/connections/sources.ts'
import { CODE_HOSTS, type CodeHostName } from '#pulls/hosts/hosts.ts'
import type { Past } from '#pulls/past.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { createJudge } from '../src/app/judging.ts'
import { filesOf, ledgerOf, listBackfills } from './backfills.ts'
import { historyOf, type ShownPull } from './code-host-server/history.ts'
import { aSample, SAMPLE } from './code-host-server/sample.ts'
import { type CodeHostServer, type Fault, faults, startCodeHostServer } from './code-host-server/server.ts'
import { ENGINES, engineInTurn } from './databases.ts'
import { noModel } from './guidance.ts'
import { streamOf } from './pulls.ts'
import { aService, type TestService } from './service.ts'
import { withoutConfidence } from './whole-ledger.ts'

const HOUR = 3_600_000

let sample: Awaited<ReturnType<typeof aSample>>
before(async () => {
  sample = await aSample()
})
after(() => sample[Symbol.dispose]())

interface Scene {
  it: TestService
  server: CodeHostServer
  connect(more?: Partial<NewSource>): Promise<Source>
  /** Runs a backfill to its end, and lets the hours pass that a host asks for. */
  backfill(source: Source, wanted?: { past?: Past }): Promise<void>
}

/** Declares a test with a service and a code host of the sample. One host is tested on both engines, several on the engines in turn. */
function withHost(
  names: readonly CodeHostName[],
  name: string,
  story: (scene: Scene, host: CodeHostName) => Promise<void>,
): void {
  for (const [at, host] of names.entries())
    for (const engine of names.length > 1 ? [engineInTurn(at)] : ENGINES)
      test(`${host}: ${name} (${engine})`, async () => {
        const server = await startCodeHostServer(await historyOf(sample.repository.folder, SAMPLE), SAMPLE)
        const it = await aService(engine, { TIDINGS_PRIVATE_HOSTS: new URL(server.apiUrls[host]).host })
        try {
          await story(sceneOf(it, server, host), host)
        } finally {
          await it.close()
          await server.close()
        }
      })
}

const sceneOf = (it: TestService, server: CodeHostServer, name: CodeHostName): Scene => ({
  it,
  server,
  async connect(more = {}) {
    const apiUrl = server.apiUrls[name]
    const where = { provider: name, apiUrl, host: new URL(apiUrl).host, repo: SAMPLE, token: server.token }
    return (await it.connect({ ...where, ...more })).source
  },
  async backfill(source, { past = 'history' } = {}) {
    const { db, clock, ids } = it.service
    const action = { clock, ids, actor: 'test' }
    await db.write(tx => beginBackfill(tx, action, source, { since: null, past }))
    for (let hours = 0; hours < 100; hours++) {
      await it.settle()
      const [latest] = await listBackfills(db.read, it.account.id)
      if (latest?.state !== 'running') return
      it.clock.advance(HOUR)
    }
    assert.fail('The backfill does not end.')
  },
})

/** The ledger of an account that imported the same history from git. */
async function importedLedger(it: TestService) {
  const { db, clock, ids } = it.service
  const judge = await createJudge({ db, clock, ids, modelOf: noModel })
  const account = await db.write(tx => createAccount(tx, clock, ids, { name: 'Imported' }))
  const merges = sample.history.imported.filter((pull: MergedPull) => pull.number !== null)
  const importer = { db, action: { clock, ids, actor: 'import', effects: [] }, judge }
  await importMerges(importer, account, streamOf(merges), { past: 'history' })
  return ledgerOf(it, account.id)
}

const drafts = async (it: TestService): Promise<number> => (await it.entries()).length

const FAULTS: Fault[] = [
  faults.broken,
  faults.tooMany(1),
  { kind: 'drop' },
  faults.secondary(1),
  { kind: 'break off' },
]

withHost(
  CODE_HOSTS,
  'a backfill through faults ends with the ledger that the git import makes',
  async (scene, host) => {
    const { it, server } = scene
    const source = await scene.connect()
    let faulty = 0
    server.misbehave(count => {
      if (count === 4) return faults.tooMany(7_200)
      // A backfill takes a few requests to GitHub and hundreds to other hosts.
      return count % (host === 'github' ? 3 : 9) === 1 ? (FAULTS[faulty++ % FAULTS.length] ?? null) : null
    })
    await scene.backfill(source)
    assert.ok(faulty >= 3, `${faulty} faults`)
    const ledger = await ledgerOf(it, it.account.id)
    assert.equal(ledger.length, 58)
    assert.deepEqual(ledger.map(withoutConfidence), (await importedLedger(it)).map(withoutConfidence))
    assert.equal(await drafts(it), 0, 'drafts are made only when asked for')

    server.misbehave(() => null)
    await scene.backfill(source)
    assert.deepEqual(await ledgerOf(it, it.account.id), ledger)
    const [again, first] = (await listBackfills(it.service.db.read, it.account.id)).toSorted(
      (a, b) => b.startedAt - a.startedAt,
    )
    assert.deepEqual([again?.state, again?.counts.recorded, again?.counts.updated], ['done', 0, 0])
    assert.deepEqual([first?.state, first?.counts.recorded, first?.counts.updated], ['done', 58, 0])
  },
)

withHost(
  CODE_HOSTS,
  'a merge whose files its host cannot list is recorded without them and holds up no other',
  async ({ it, server, connect, backfill }) => {
    const source = await connect()
    const withheld = /\/(?:pulls|merge_requests|pullrequests)\/(?:4\/(?:files|diffs|diffstat)|5\/commits)$/
    const commit = server.history.pull(4)?.mergeCommit
    let refused = 0
    server.misbehave((_, { path, query }) => {
      if (!withheld.test(path) && query.get('targetVersion') !== commit) return null
      refused++
      const status = path.endsWith('5/commits') ? 500 : query.has('targetVersion') ? 400 : 422
      return {
        kind: 'answer',
        reply: { status, body: { message: 'This diff is taking too long to generate.' } },
      }
    })
    await backfill(source)
    assert.ok(refused >= 2, `${refused} refused`)
    const ledger = await ledgerOf(it, it.account.id)
    assert.equal(ledger.length, 58)
    const [latest] = await listBackfills(it.service.db.read, it.account.id)
    assert.deepEqual([latest?.state, latest?.counts.recorded], ['done', 58])
    assert.ok((await filesOf(it, 4)).length < 130)

    server.misbehave(() => null)
    await backfill(source)
    assert.equal((await filesOf(it, 4)).length, 130, 'and is whole once it can')
    // The other merges were judged beside one of unknown files: their confidence, and the kind of an internal one, may differ.
    const settled = (ledger: Awaited<ReturnType<typeof ledgerOf>>) =>
      ledger.map(({ confidence: _, reason: __, ...rest }) =>
        rest.visibility === 'internal' ? { ...rest, kind: null } : rest,
      )
    assert.deepEqual(settled(await ledgerOf(it, it.account.id)), settled(await importedLedger(it)))
  },
)

withHost(['github'], 'a backfill makes drafts as it is asked to, each once, and counts them', async scene => {
  const { it, server } = scene
  const twenty = server.history.pull(20) ?? assert.fail()
  server.history.add(aMerge(900, `Revert "${twenty.title} (#20)"`, it.clock.now(), twenty))
  const source = await scene.connect()
  let pages = 0
  server.misbehave((_, { body }) => {
    // The merges of the first page change while the second one is read, so they are on a later page too.
    if (body.includes('MergedPage') && ++pages === 2)
      for (let number = 40; number < 62; number++) server.history.touch(number)
    return null
  })
  await scene.backfill(source, { past: 'month' })
  const [{ counts } = assert.fail()] = await listBackfills(it.service.db.read, it.account.id)
  const { customers } = await historyCounts(it.service.db.read, it.account.id)
  assert.deepEqual([counts.drafts, counts.userFacing], [await drafts(it), customers])
  await scene.backfill(source, { past: 'drafts' })
  const made = (await it.ledger()).filter(line => line.startsWith('drafted')).length
  assert.ok(made > 1 && made === (await drafts(it)))
  await scene.backfill(source, { past: 'drafts' })
  assert.equal(await drafts(it), made)
})

const aMerge = (number: number, title: string, mergedAt: number, like: ShownPull): ShownPull => ({
  ...like,
  number,
  title,
  body: '',
  mergedAt,
  changedAt: mergedAt,
  updatedAt: mergedAt,
  mergeCommit: number.toString(16).padStart(40, '0'),
  sidebar: [],
})

async function reconcile({ it, it: { service } }: Scene): Promise<void> {
  await service.db.write(tx => enqueue(tx, service, reconcileAllJob, { accountId: null, payload: {} }))
  await it.settle()
}

withHost(CODE_HOSTS, 'a merge whose callback never came is found once, also after a rename', async scene => {
  const { it, server } = scene
  await scene.connect()
  Object.assign(server.standing, { name: 'acme/core', formerName: SAMPLE })
  const like = server.history.pull(20) ?? assert.fail()
  it.clock.advance(HOUR)
  server.history.add(aMerge(900, 'feat: export reports as CSV', it.clock.now(), like))
  it.clock.advance(HOUR)
  await reconcile(scene)
  await reconcile(scene)
  assert.deepEqual(
    (await it.ledger()).filter(line => line.includes('CSV')),
    ['drafted feat: export reports as CSV'],
  )
  assert.deepEqual(await it.entries(), ['draft Export reports as CSV'])
  const repository = await it.service.db.read.selectFrom('repository').select('is_public').executeTakeFirst()
  assert.equal(repository?.is_public, 0, 'the host calls it private')
  assert.equal((await standing(it))?.repo, 'acme/core')
})

const standing = async ({ service }: TestService) => (await listSources(service.db.read, {}))[0]

withHost(
  CODE_HOSTS,
  'a token that is refused stops the backfill; with another it goes on where it was',
  async scene => {
    const { it, server } = scene
    const { db } = it.service
    const source = await scene.connect()
    let pages = 0
    server.misbehave((_, { path, body }) => {
      if (/graphql$|merge_requests$|\/pull(?:request)?s$/.test(path) && !body.includes('object(')) pages++
      return pages > 2
        ? { kind: 'answer', reply: { status: 401, body: { message: 'Bad credentials' } } }
        : null
    })
    await scene.backfill(source)
    const [stopped] = await listBackfills(db.read, it.account.id)
    assert.equal(stopped?.state, 'failed')
    assert.ok(stopped.done > 0 && stopped.done < 58, `${stopped.done} seen`)
    assert.match(stopped.detail ?? '', /refused the token/)
    const refused = await standing(it)
    assert.equal(refused?.state, 'needs reconnecting')
    assert.match(refused.stateReason ?? '', /refused the token/)

    it.clock.advance(HOUR)
    const before = it.clock.now()
    await reconcile(scene)
    assert.equal((await standing(it))?.reconciledUntil, null, 'what was not asked is not taken for known')
    server.misbehave(() => null)
    const secrets = await it.service.secrets()
    await db.write(tx => changeSourceToken(tx, secrets, source, server.token))
    assert.equal((await standing(it))?.state, 'active')
    await scene.backfill(source)
    const backfills = await listBackfills(db.read, it.account.id)
    assert.deepEqual(
      backfills.map(({ id, state }) => [id, state]),
      [[stopped.id, 'done']],
    )
    assert.equal((await ledgerOf(it, it.account.id)).length, 58)
    assert.equal(it.clock.now() - before < HOUR, true)
  },
)

withHost(
  ['github'],
  'a suspended installation puts the work off, says so, and goes on by itself',
  async scene => {
    const { it, server } = scene
    const source = await scene.connect()
    server.misbehave(() => faults.suspended)
    const { db, clock, ids } = it.service
    const action = { clock, ids, actor: 'test', effects: [] }
    await db.write(tx => beginBackfill(tx, action, source, { since: null, past: 'history' }))
    await it.settle()
    it.clock.advance(HOUR)
    await it.settle()
    assert.equal((await standing(it))?.state, 'suspended')
    assert.match((await standing(it))?.stateReason ?? '', /has suspended the installation of the app/)
    const [waiting] = await listBackfills(db.read, it.account.id)
    assert.equal(waiting?.state, 'running')
    assert.deepEqual(await listFailedJobs(db.read), [], 'it is put off and not given up')
    server.misbehave(() => null)
    it.clock.advance(HOUR)
    await it.settle()
    assert.equal((await standing(it))?.state, 'active')
    assert.equal((await ledgerOf(it, it.account.id)).length, 58)
  },
)
