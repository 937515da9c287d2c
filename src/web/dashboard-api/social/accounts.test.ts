import assert from 'node:assert/strict'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { recordMerges } from '#testing/colleagues.ts'
import { decide } from '#testing/dashboard-client.ts'
import type { Json } from '#testing/http.ts'
import { anOwner } from '#testing/owners.ts'
import { withRunningService } from '#testing/service.ts'
import { DELAY, story } from '#testing/social.ts'

story('an owner connects an account, words a post and sees it on the network', async scene => {
  const owner = await anOwner(scene)
  const root = `/app/api/accounts/${scene.account.publicId}`
  const secret = scene.bluesky.anAppPassword()
  const { json: connected } = await owner.post(`${root}/actions/social.connect`, {
    network: 'bluesky',
    handle: scene.bluesky.handle,
    secret,
  })
  assert.equal(connected.profile.handle, '@acme.example.com')
  const { json: social } = await owner.get(`${root}/social`)
  assert.deepEqual(
    social.accounts.map((account: { id: string }) => account.id),
    [connected.id],
  )
  assert.doesNotMatch(JSON.stringify(social), new RegExp(`${secret}|credentials`))

  const entry = await scene.draft('Reports can be exported')
  const path = `${root}/entries/${entry}/posts`
  const write = (text: string) =>
    owner.post(`${root}/actions/post.edit`, { id: entry, to: connected.id, text })
  assert.equal((await write('x'.repeat(301))).status, 400)
  await write('Export your reports')
  const { json: before } = await owner.get(path)
  assert.deepEqual(
    before.texts.map(
      ({ text, isEdited, check }: { text: string; isEdited: boolean; check: { count: number } }) => [
        text,
        isEdited,
        check.count,
      ],
    ),
    [['Export your reports', true, 19]],
  )
  await scene.service.db.write(tx => publishEntry(tx, scene.action, entry))
  await scene.pass(DELAY)
  const { json: page } = await owner.get(`${root}/posts?state=posted`)
  assert.deepEqual(
    page.posts.map(({ text }: { text: string }) => text),
    ['Export your reports'],
  )
  assert.equal([...scene.bluesky.records.values()][0].text, 'Export your reports')

  const listed = async () => (await owner.get(`${root}/entries?state=published`)).json.entries[0]
  assert.deepEqual(
    (await listed()).posts.map(({ network, state }: Json) => [network, state]),
    [['bluesky', 'posted']],
  )
  assert.equal((await listed()).address, null, 'there is no page yet')
  await owner.post(`${root}/actions/account.page`, { isOn: true })
  const { address } = await listed()
  assert.ok(address.endsWith(`/e/reports-can-be-exported-${entry}`), address)
})

story(
  'the picture of a social account comes from its own server, and from no other private one',
  async scene => {
    const owner = await anOwner(scene)
    const account = await scene.connectMastodon()
    const picture = `/app/api/accounts/${scene.account.publicId}/social/${account.id}/picture`
    assert.equal((await owner.get(picture)).status, 200)
    const asked = scene.x.asked.length
    await scene.service.db.write(tx =>
      tx
        .updateTable('social_account')
        .set({ avatar_url: `${scene.x.origin}/2/users/me` })
        .execute(),
    )
    assert.equal((await owner.get(picture)).status, 400)
    assert.equal(scene.x.asked.length, asked)
  },
)

story('a publisher sees what waits, and gives up a post that was held', async scene => {
  const owner = await anOwner(scene)
  const root = `/app/api/accounts/${scene.account.publicId}`
  const account = await scene.connectMastodon()
  const entry = await scene.publish('Reports can be exported')
  const [post] = await scene.posts()
  await owner.post(`${root}/actions/post.hold`, { id: post?.id })
  const { json: counts } = await owner.get(`${root}/counts`)
  assert.deepEqual(counts.social, { reconnect: 0, waiting: 1 })
  const { json: waiting } = await owner.get(`${root}/posts?waiting=true`)
  assert.deepEqual(
    waiting.posts.map((one: Json) => [one.held, one.entryTitle, one.account.handle]),
    [['by hand', 'Reports can be exported', account.profile.handle]],
  )
  const { json: published } = await owner.get(`${root}/entries?state=published`)
  assert.deepEqual(published.entries[0].posts, [
    { network: 'mastodon', state: 'planned', isHeld: true, url: null },
  ])
  await owner.post(`${root}/actions/post.cancel`, { id: post?.id })
  await scene.pass(DELAY)
  assert.deepEqual(scene.mastodon.statuses, [])
  assert.deepEqual((await owner.get(`${root}/posts?waiting=true`)).json.posts, [])
  await owner.post(`${root}/actions/post.send`, { id: entry, to: account.id })
  await scene.pass(DELAY)
  assert.equal(scene.mastodon.statuses.length, 1)
})

story('the page of social accounts says what a network offers, costs and still needs', async scene => {
  const owner = await anOwner(scene)
  const root = `/app/api/accounts/${scene.account.publicId}`
  const { id } = await scene.connectX()
  const { json } = await owner.get(`${root}/social`)
  const x = json.networks.find((one: Json) => one.name === 'x')
  assert.deepEqual(x.price, { plain: 15_000, withLink: 200_000 })
  assert.deepEqual([x.offersOAuth, x.missingSettings], [true, []])
  assert.deepEqual(json.accounts[0].month, { spent: 0, limit: 10_000_000 })
  const { json: checked } = await owner.post(`${root}/actions/post.check`, { to: id, text: 'x'.repeat(281) })
  assert.equal(checked.check.count, 281)
  assert.equal(checked.check.faults.length, 1)
})

story('the picture of a social account is fetched by the server, and drawn anew', async scene => {
  const owner = await anOwner(scene)
  const { id } = await scene.connectMastodon()
  const path = `/app/api/accounts/${scene.account.publicId}/social/${id}/picture`
  const { status, headers } = await owner.get(path)
  assert.deepEqual([status, headers['content-type']], [200, 'image/png'])
  await owner.get(path)
  assert.equal(scene.mastodon.asked.filter(one => one === 'GET /avatar.png').length, 1)
  const bluesky = await scene.connectBluesky()
  const without = await owner.get(`/app/api/accounts/${scene.account.publicId}/social/${bluesky.id}/picture`)
  assert.equal(without.status, 404)
})

story('whoever connects in the dashboard is led back to its page', async scene => {
  const owner = await anOwner(scene)
  const root = `/app/api/accounts/${scene.account.publicId}`
  const { json } = await owner.post(`${root}/actions/social.authorize`, {
    network: 'mastodon',
    instance: scene.mastodon.origin,
  })
  const back = scene.mastodon.agree(json.url)
  const { status, headers } = await owner.get(back.pathname + back.search)
  assert.equal(status, 303)
  const { json: social } = await owner.get(`${root}/social`)
  assert.equal(headers.location, `/app/${scene.account.publicId}/channels?connected=${social.accounts[0].id}`)
})

story('undoing what made a draft keeps one for which somebody wrote the text of a post', async scene => {
  const owner = await anOwner(scene)
  const root = `/app/api/accounts/${scene.account.publicId}`
  const account = await scene.connectMastodon()
  await recordMerges(scene, scene.account, 'ci: cache packages')
  const { pulls } = (await owner.get(`${root}/pulls?words=cache`)).json
  const { json: shown } = await decide(owner, root, {
    action: 'pull classify',
    visibility: 'user-facing',
    kind: 'improvement',
    items: [{ id: pulls[0].id }],
  })
  const [draft] = (await owner.get(`${root}/entries?state=draft`)).json.entries
  const write = (words: object) =>
    owner.post(`${root}/actions/post.edit`, { id: draft.id, to: account.id, ...words })
  assert.equal((await write({ text: 'Builds are faster' })).status, 200)
  const { json: kept } = await owner.post(`${root}/actions/change.undo`, { change: shown.change })
  assert.deepEqual([kept.outcomes[0].outcome, kept.outcomes[0].since.action], ['kept', 'post text edited'])
  await write({ reset: true })
  const { json: undone } = await owner.post(`${root}/actions/change.undo`, { change: shown.change })
  assert.equal(undone.outcomes[0].outcome, 'undone')
})

story('the text of a post that somebody else wrote meanwhile is not replaced unseen', async scene => {
  const owner = await anOwner(scene)
  const root = `/app/api/accounts/${scene.account.publicId}`
  const { id: to } = await scene.connectMastodon()
  const id = await scene.draft('Reports can be exported')
  const shown = async () => (await owner.get(`${root}/entries/${id}/posts`)).json.texts[0].text
  const write = async (text: string, seen: string) =>
    (await owner.post(`${root}/actions/post.edit`, { id, to, text, seen })).status
  const proposed = await shown()
  const answers = await Promise.all(['Words of Ada', 'Words of Bo'].map(text => write(text, proposed)))
  assert.deepEqual(answers.toSorted(), [200, 409])
  const stored = await shown()
  assert.equal((await owner.post(`${root}/actions/entry.publish`, { id })).status, 200)
  await scene.pass(DELAY)
  assert.equal(await write('Words after it was posted', proposed), 409)
  assert.deepEqual([await shown(), scene.mastodon.statuses[0]?.text], [stored, stored])
  assert.equal(await write('Words after it was posted', stored), 200)
})

story('undoing a publication takes its posts back, and they are not sent a second time', async scene => {
  const owner = await anOwner(scene)
  const root = `/app/api/accounts/${scene.account.publicId}`
  await scene.connectMastodon()
  const id = await scene.draft('Reports can be exported')
  const publish = async () => {
    const { version } = (await owner.get(`${root}/entries/${id}`)).json.entry
    assert.equal((await owner.post(`${root}/actions/entry.publish`, { id, seen: version })).status, 200)
  }
  const undo = async () => {
    const { change } = (await owner.get(`${root}/undo`)).json
    const { json } = await owner.post(`${root}/actions/change.undo`, { change: change.id })
    assert.equal(json.outcomes[0].entry.state, 'draft')
  }
  await publish()
  await undo()
  await scene.pass(DELAY)
  assert.deepEqual([await scene.states(), scene.mastodon.statuses.length], [['cancelled mastodon'], 0])
  const [undone] = await scene.posts()
  assert.equal(undone?.reason, 'The publication of its entry was undone before it went out.')

  await publish()
  await scene.pass(DELAY)
  assert.equal(scene.mastodon.statuses.length, 1)
  await undo()
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['cancelled mastodon', 'withdrawn mastodon'])
  assert.equal(scene.mastodon.statuses.length, 0)
  await publish()
  await scene.pass(DELAY)
  assert.equal(scene.mastodon.statuses.length, 0, 'a second post needs a request')
})

withRunningService(
  'who comes back to the loopback address is led to the name that their session is of',
  async it => {
    const path = '/social/bluesky/return?code=1&state=2'
    const { status, headers } = await it.ask(path, { headers: { host: '127.0.0.1:8080' } })
    assert.deepEqual([status, headers.location], [302, `http://localhost:8080${path}`])
    const there = await it.ask(path, { headers: { host: 'localhost:8080' } })
    assert.deepEqual([there.status, /used already or has expired/.test(there.text)], [404, true])
  },
  { TIDINGS_BASE_URL: 'http://localhost:8080' },
)
