import assert from 'node:assert/strict'
import { aSample, SAMPLE } from './code-host-server/sample.ts'
import { aMemberWithRole } from './colleagues.ts'
import { installation, withGitHub } from './github-scene.ts'
import { aReviewScene, OPENED } from './review-scene.ts'
import { withRunningService } from './service.ts'

withRunningService('reviews are off until an owner switches them on, and a new token is tried', async it => {
  const { source } = await it.connect()
  const path = `/app/api/accounts/${it.account.publicId}/sources`
  const [owner, publisher] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'publisher')]
  const actions = `/app/api/accounts/${it.account.publicId}/actions`
  const switched = (reviews: string) => owner.post(`${actions}/source.reviews`, { id: source.id, reviews })
  const shown = async () => (await publisher.get(path)).json.sources[0].reviews
  assert.deepEqual(await shown(), { state: 'off', reason: null, remedy: null })
  const { json } = await switched('on')
  assert.deepEqual(json, {
    ...{ repo: source.repo, state: 'refused', reason: 'It has no access token.' },
    remedy: 'Enter an access token that may read the contents and read and write pull requests.',
  })
  await owner.post(`${actions}/source.token`, { id: source.id, token: 'secret' })
  assert.deepEqual(await shown(), { state: 'on', reason: null, remedy: null })
  await switched('off')
  assert.deepEqual(await shown(), { state: 'off', reason: null, remedy: null })
  const { json: log } = await owner.get(`/app/api/accounts/${it.account.publicId}/activity?limit=20`)
  const done = log.activity.map(({ action }: { action: string }) => action)
  for (const action of ['reviews switched on', 'reviews switched off'])
    assert.ok(done.includes(action), action)
})

withGitHub('the app that may only read is refused, and reviews begin once it may comment', async scene => {
  const { it, host } = scene
  const connecting = await scene.owner()
  const { client: owner } = connecting
  await scene.choose(connecting, await scene.toChoice(connecting), ['5:7'])
  const path = `/app/api/accounts/${it.account.publicId}/sources`
  const reviews = async () => (await owner.get(path)).json.sources[0].reviews
  const { id } = (await owner.get(path)).json.sources[0]
  const switchOn = () =>
    owner.post(`/app/api/accounts/${it.account.publicId}/actions/source.reviews`, { id, reviews: 'on' })
  await switchOn()
  const { state, reason, remedy } = await reviews()
  assert.deepEqual(
    [state, reason],
    ['refused', 'The app may read pull requests there, but not comment on them.'],
  )
  assert.match(remedy, /in the settings of the app under Permissions/)

  host.fault = { status: 502 }
  await switchOn()
  assert.equal((await reviews()).state, 'on', 'a host that is down does not hold it up')
  host.fault = null
  await switchOn()
  assert.equal((await reviews()).state, 'refused')

  Object.assign(host.installations[0] ?? {}, { mayComment: true })
  await scene.tell('installation', { action: 'new_permissions_accepted', installation, repositories: [] })
  assert.equal((await reviews()).state, 'on')
  await switchOn()
  assert.equal((await reviews()).state, 'on', 'the installation says so too')

  using sample = await aSample()
  await using open = await aReviewScene('github', sample.history)
  host.repositories = { apiUrl: open.server.apiUrls.github, token: open.server.token }
  const opened = {
    ...{ action: 'opened', installation, repository: { id: 7, full_name: SAMPLE } },
    pull_request: { number: OPENED, state: 'open', merged_at: null },
  }
  await scene.tell('pull_request', opened)
  it.clock.advance(60_000)
  await it.settle()
  assert.match(open.said().join(), /only you may know/)
})
