import assert from 'node:assert/strict'
import { eventsAfter, sequenceEvents } from '#accounts/events.ts'
import { createSet } from '#accounts/sets.ts'
import { aMemberWithRole, anAccount, recordMerges } from '#testing/colleagues.ts'
import type { Json } from '#testing/http.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}`

/** Sends a webhook of this connection without waiting for it to be processed. */
async function ping(it: TestService, webhook: string, secret: string): Promise<number> {
  const { createHmac } = await import('node:crypto')
  const body = Buffer.from(JSON.stringify({ zen: 'Keep it simple.', repository: { full_name: 'acme/app' } }))
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = {
    'Content-Type': 'application/json',
    'X-GitHub-Event': 'ping',
    'X-GitHub-Delivery': 'one',
    'X-Hub-Signature-256': signature,
    'Content-Length': String(body.length),
  }
  return (await it.ask(new URL(webhook).pathname, { method: 'POST', headers, body })).status
}

withRunningService('an owner connects a repository and sees its webhooks arrive', async it => {
  const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
  const input = { provider: 'github', repo: 'acme/app', token: 'ghp_secret' }
  const connect = (more = {}) => owner.post(`${pathOf(it)}/actions/source.create`, { ...input, ...more })
  const { json: made } = await connect()
  assert.equal((await connect()).status, 409)
  assert.equal((await connect({ repo: 'acme' })).status, 400)
  for (const token of ['ghp_se…', 'ghp se cret', 'ghp\u200b', 'ghp\nother', ''])
    assert.equal((await connect({ repo: 'acme/other', token })).status, 400, 'no header could have it')
  assert.equal(await ping(it, made.source.webhook, made.secret), 202)
  const { json } = await viewer.get(`${pathOf(it)}/sources`)
  const [source] = json.sources
  assert.deepEqual(
    [source.repo, source.state, source.hasToken, source.isApp, source.lastDeliveryAt],
    ['acme/app', 'active', true, false, it.clock.now()],
  )
  assert.doesNotMatch(JSON.stringify(json), /ghp_secret/)
  await it.settle()
  const { deliveries } = (await viewer.get(`${pathOf(it)}/deliveries`)).json
  assert.deepEqual([deliveries.length, deliveries[0].event], [1, 'ping'])
  const again = await owner.post(`${pathOf(it)}/deliveries/${deliveries[0].id}/replay`)
  assert.equal(again.status, 200)
  assert.equal((await viewer.get(`${pathOf(it)}/deliveries`)).json.deliveries[0].state, 'received')
  assert.equal((await owner.post(`${pathOf(it)}/actions/source.remove`, { id: source.id })).status, 200)
  assert.equal((await viewer.get(`${pathOf(it)}/sources`)).json.total, 0)
})

withRunningService('the page of webhooks is below the address of the host as it was entered', async it => {
  const owner = await aMemberWithRole(it, 'owner')
  const pages: [provider: string, url: string | undefined, page: string | null][] = [
    ['github', undefined, 'https://github.com/acme/app/settings/hooks'],
    ['github', 'https://github.example.com', 'https://github.example.com/acme/app/settings/hooks'],
    ['forgejo', 'http://intranet/git', 'http://intranet/git/acme/app/settings/hooks'],
    ['forgejo', 'http://forge.example.com:3000/', 'http://forge.example.com:3000/acme/app/settings/hooks'],
    ['gitlab', 'https://example.com/gitlab/', 'https://example.com/gitlab/acme/app/-/hooks'],
    ['bitbucket', undefined, null],
  ]
  for (const [provider, url, page] of pages) {
    const input = { provider, repo: 'acme/app', ...(url && { url }) }
    const { json } = await owner.post(`${pathOf(it)}/actions/source.create`, input)
    assert.equal(json.source.webhooksPage, page)
  }
})

withRunningService('a new token is tried at once, and shown in the log and on open pages', async it => {
  const { db, clock } = it.service
  const owner = await aMemberWithRole(it, 'owner')
  const { source } = await it.connect()
  const seq = await db.write(tx => sequenceEvents(tx, clock, it.account.id))
  const input = { id: source.id, token: 'another' }
  assert.equal((await owner.post(`${pathOf(it)}/actions/source.token`, input)).status, 200)
  const { activity } = (await owner.get(`${pathOf(it)}/activity`)).json
  const replaced = activity.find(({ action }: Json) => action === 'access token replaced')
  assert.deepEqual(replaced?.after, { repository: source.repo })
  await db.write(tx => sequenceEvents(tx, clock, it.account.id))
  const { events } = await eventsAfter(db.read, it.account.id, seq, 0)
  assert.deepEqual(
    events.filter(({ topic }) => topic === 'sources').map(({ ids }) => ids),
    [[source.id]],
  )
  const jobs = await db.read.selectFrom('job').select(['kind', 'account_id']).execute()
  assert.deepEqual(
    jobs.map(job => [job.kind, job.account_id]),
    [['reconcile', it.account.id]],
  )
})

withRunningService('a backfill shows its progress, and what gave up can be tried again', async it => {
  const owner = await aMemberWithRole(it, 'owner')
  const { source } = await it.connect()
  const begin = () => owner.post(`${pathOf(it)}/actions/source.backfill`, { id: source.id })
  assert.equal((await begin()).status, 200)
  const last = async () => (await owner.get(`${pathOf(it)}/runs`)).json.runs[0]
  assert.deepEqual([(await last()).kind, (await last()).state], ['backfill', 'running'])
  assert.equal((await begin()).status, 409)
  await it.settle()
  assert.match((await last()).detail, /connect it with a token/)
  assert.equal((await last()).state, 'failed')
  const { json } = await owner.get(`${pathOf(it)}/failures`)
  assert.deepEqual(
    json.jobs.map(({ kind, repo }: Json) => [kind, repo]),
    [['backfill', source.repo]],
  )
  const jobs = json.jobs.map(({ id }: Json) => id)
  assert.equal((await owner.post(`${pathOf(it)}/failures/retry`, { jobs })).json.retried, 1)
  assert.deepEqual((await owner.get(`${pathOf(it)}/failures`)).json.jobs, [])
})

withRunningService('a backfill that an owner stops ends, and goes on where it was', async it => {
  const [owner, writer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'writer')]
  const { source } = await it.connect()
  const begin = () => owner.post(`${pathOf(it)}/actions/source.backfill`, { id: source.id })
  await begin()
  const last = async (who = owner) => (await who.get(`${pathOf(it)}/runs`)).json.runs[0]
  const stop = async (who = owner) =>
    (await who.post(`${pathOf(it)}/actions/run.stop`, { id: (await last()).id })).status
  assert.deepEqual([(await last()).mayStop, (await last(writer)).mayStop], [true, false])
  assert.equal(await stop(writer), 403)
  assert.deepEqual([await stop(), await stop()], [200, 409])
  const stopped = await last()
  assert.equal(stopped.state, 'stopped')
  await begin()
  assert.deepEqual([(await last()).id, (await last()).state], [stopped.id, 'running'])
})

withRunningService('an owner says which merges of a repository belong to the account', async it => {
  const owner = await aMemberWithRole(it, 'owner')
  await recordMerges(it, it.account, 'feat: add dark mode')
  const { repositories } = (await owner.get(`${pathOf(it)}/repositories`)).json
  const { host, name } = repositories[0]
  const set = (more: object) =>
    owner.post(`${pathOf(it)}/actions/repository.set`, { repo: `${host}/${name}`, ...more })
  const { json } = await set({ announceOn: 'release', exclude: ['docs/**'] })
  const [after] = json.repositories
  assert.deepEqual([after.announceOn, after.excludePaths, after.includePaths], ['release', ['docs/**'], []])
  assert.deepEqual(await it.ledger(), ['unshipped feat: add dark mode'])
  assert.equal((await set({ include: ['/docs/**'] })).status, 400)
  const other = await anAccount(it, 'Other')
  const theirs = await it.service.db.write(tx =>
    createSet(tx, it.clock, it.service.ids, other.id, { name: 'Theirs' }),
  )
  assert.equal((await set({ file: [`src/**=${theirs.id}`] })).status, 404)
})
