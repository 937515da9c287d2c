import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { importMerges } from '#pipeline/ingest/import.ts'
import { shipJob } from '#pipeline/ingest/releases.ts'
import { CODE_HOSTS, type CodeHostName } from '#pulls/hosts/hosts.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import { changeRepository, repositoryById } from '#pulls/repositories/repositories.ts'
import { createJudge } from '../src/app/judging.ts'
import { jobsOf } from '../src/app/worker.ts'
import { historyOf } from './code-host-server/history.ts'
import { startCodeHostServer } from './code-host-server/server.ts'
import { engineInTurn } from './databases.ts'
import { noModel } from './guidance.ts'
import { aJobRun } from './jobs.ts'
import { aPull, type PullSketch, streamOf } from './pulls.ts'
import { aRepository, type Repository } from './repositories.ts'
import { aService } from './service.ts'

const REPO = 'acme/app'
const START = Date.UTC(2026, 0, 10)
const HOUR = 3_600_000
/** The number of the pull request that was merged into a branch that no release contains. */
const ASTRAY = 230
const RELEASES = 11

let repository: Repository
let commits: { astray: string; early: string; late: string }
before(async () => {
  repository = await aRepository()
  await repository.commit('Begin', { at: START })
  const early = await repository.commit('Early', { at: START + HOUR })
  const late = await repository.commit('Late', { at: START + 300 * HOUR })
  await repository.git('branch', 'next', early)
  const astray = await repository.commit('Astray', { at: START + HOUR, branch: 'next', parents: [early] })
  for (let release = 0; release < RELEASES; release++) {
    const at = START + (300 + release) * HOUR
    const commit = await repository.commit('Release', { at, branch: `v${release}`, parents: [early] })
    await repository.git('tag', `v0.${release}`, commit)
  }
  commits = { astray, early, late }
})
after(() => repository[Symbol.dispose]())

async function aScene(host: CodeHostName, engine: 'sqlite' | 'postgres') {
  const server = await startCodeHostServer(await historyOf(repository.folder, REPO), REPO)
  const apiUrl = server.apiUrls[host]
  const where = { provider: host, apiUrl, host: new URL(apiUrl).host, repo: REPO, token: server.token }
  const it = await aService(engine, { TIDINGS_PRIVATE_HOSTS: where.host })
  const { db, clock, ids } = it.service
  const { source } = await it.connect(where)
  await db.write(async tx =>
    changeRepository(tx, await repositoryById(tx, source.repositoryId), { announceOn: 'tag' }),
  )
  const { jobs } = await jobsOf(it.service)
  return {
    it,
    server,
    async merge(pulls: PullSketch[]) {
      const judge = await createJudge({ db, clock, ids, modelOf: noModel })
      const records = pulls.map(pull => aPull({ host: where.host, repo: REPO, ...pull }))
      const importer = { db, action: { clock, ids, actor: 'import', effects: [] }, judge }
      await importMerges(importer, it.account, streamOf(records), { past: 'drafts' })
    },
    /** Looks for releases once. Returns the number of requests that this took. */
    async look(signal = new AbortController().signal): Promise<number> {
      const before = server.asked.length
      const run = aJobRun(it.account.id, signal)
      const outcome = await jobs.find(({ name }) => name === shipJob.name)?.run({ sourceId: source.id }, run)
      await db.write(outcome ?? assert.fail())
      return server.asked.length - before
    },
    async shipped(): Promise<(number | null)[]> {
      const pulls = await listPulls(db.read, { accountId: it.account.id })
      return pulls.filter(pull => pull.place === 'drafted').map(pull => pull.number)
    },
    async [Symbol.asyncDispose]() {
      await it.close()
      await server.close()
    },
  }
}

const astray = () =>
  Array.from({ length: ASTRAY }, (_, at) => ({
    number: at + 1,
    title: `feat: add the export ${at}`,
    mergeCommit: commits.astray,
    baseBranch: 'next',
    mergedAt: START + at * HOUR,
  }))

for (const [at, host] of CODE_HOSTS.entries()) {
  const engine = engineInTurn(at)
  test(`${host}: unreleased merges do not hide released ones and are not checked again (${engine})`, async () => {
    await using scene = await aScene(host, engine)
    const early = { number: 900, title: 'feat: add a dark theme', mergeCommit: commits.early }
    const late = { number: 901, title: 'feat: add a light theme', mergeCommit: commits.late }
    await scene.merge([
      ...astray(),
      { ...early, mergedAt: START + 290 * HOUR },
      { ...late, mergedAt: START + 291 * HOUR },
    ])
    const first = await scene.look()
    assert.deepEqual(await scene.shipped(), [900], 'the newest of all is found, though 230 older ones wait')
    assert.ok(first < 15 * RELEASES, `${first} requests`)
    const again = await scene.look()
    assert.ok(again <= 3, `${again} requests when nothing is new`)
    await repository.git('tag', 'v1', commits.late)
    try {
      const last = await scene.look()
      assert.deepEqual(await scene.shipped(), [901, 900])
      assert.ok(last < 20, `${last} requests for one new tag`)
    } finally {
      await repository.git('tag', '--delete', 'v1')
    }
  })
}

test('github: an aborted round keeps its results, and the next one continues from there', async () => {
  await using scene = await aScene('github', 'sqlite')
  const early = { title: 'feat: add a dark theme', mergeCommit: commits.early, mergedAt: START + 290 * HOUR }
  await scene.merge([...astray(), { ...early, number: 900 }])
  const stop = new AbortController()
  let asked = 0
  scene.server.misbehave(() => {
    if (++asked === 30) stop.abort()
    return null
  })
  await assert.rejects(scene.look(stop.signal))
  assert.ok(asked <= 32, `${asked} requests after the signal came at 30`)
  assert.deepEqual(await scene.shipped(), [900])
  const rest = await scene.look()
  assert.ok(rest < 80, `${rest} requests for the rest`)
})
