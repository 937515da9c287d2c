import assert from 'node:assert/strict'
import { aMemberWithRole, recordMerges } from '#testing/colleagues.ts'
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
  const { json: made } = await owner.post(`${pathOf(it)}/sources`, input)
  assert.equal((await owner.post(`${pathOf(it)}/sources`, input)).status, 409)
  assert.equal((await owner.post(`${pathOf(it)}/sources`, { ...input, repo: 'acme' })).status, 400)
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
  assert.equal((await owner.send('DELETE', `${pathOf(it)}/sources/${source.id}`)).status, 200)
  assert.equal((await viewer.get(`${pathOf(it)}/sources`)).json.total, 0)
})

withRunningService('a backfill shows its progress, and what gave up can be tried again', async it => {
  const owner = await aMemberWithRole(it, 'owner')
  const { source } = await it.connect()
  const started = await owner.post(`${pathOf(it)}/sources/${source.id}/backfill`, { past: 'drafts' })
  assert.equal(started.status, 200)
  const last = async () => (await owner.get(`${pathOf(it)}/runs`)).json.runs[0]
  assert.deepEqual([(await last()).kind, (await last()).state], ['backfill', 'running'])
  assert.equal((await owner.post(`${pathOf(it)}/sources/${source.id}/backfill`)).status, 409)
  await it.settle()
  assert.match((await last()).detail, /connect it with a token/)
  assert.equal((await last()).state, 'failed')
  const { json } = await owner.get(`${pathOf(it)}/failures`)
  assert.deepEqual(
    json.jobs.map(({ kind }: Json) => kind),
    ['backfill'],
  )
  const jobs = json.jobs.map(({ id }: Json) => id)
  assert.equal((await owner.post(`${pathOf(it)}/failures/retry`, { jobs })).json.retried, 1)
  assert.deepEqual((await owner.get(`${pathOf(it)}/failures`)).json.jobs, [])
})

withRunningService('a backfill that an owner stops ends, and goes on where it was', async it => {
  const [owner, writer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'writer')]
  const { source } = await it.connect()
  const begin = () => owner.post(`${pathOf(it)}/sources/${source.id}/backfill`, { past: 'drafts' })
  await begin()
  const last = async (who = owner) => (await who.get(`${pathOf(it)}/runs`)).json.runs[0]
  const stop = async (who = owner) => (await who.post(`${pathOf(it)}/runs/${(await last()).id}/stop`)).status
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
  const path = `${pathOf(it)}/repositories/${repositories[0].id}`
  const { json } = await owner.send('PATCH', path, { announceOn: 'release', excludePaths: ['docs/**'] })
  assert.deepEqual([json.announceOn, json.excludePaths, json.includePaths], ['release', ['docs/**'], []])
  assert.deepEqual(await it.ledger(), ['unshipped feat: add dark mode'])
  assert.equal((await owner.send('PATCH', path, { includePaths: ['/docs/**'] })).status, 400)
})
