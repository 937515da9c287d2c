import assert from 'node:assert/strict'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { connectWithSecret } from '#social/accounts/connect.ts'
import { POST_TIMING } from '#social/context.ts'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { resolvePost, retryPost } from './actions.ts'
import type { Post } from './post.ts'

// A Mastodon server refuses a second post for an hour. After that, a post that the server does not show waits for a person.

const HOUR = 60 * MINUTE

/** Loses the answer to a post on Mastodon, with the times of production. Returns the token of the account. */
async function lostAnswer(scene: SocialScene): Promise<string> {
  Object.assign(scene.context.timing, POST_TIMING)
  const token = scene.mastodon.aToken()
  await connect(scene, token)
  await scene.publish('Reports can be exported')
  scene.mastodon.misbehave(({ method, url }) =>
    method === 'POST' && url.pathname === '/api/v1/statuses' ? 'drop after' : null,
  )
  await scene.pass(DELAY)
  assert.deepEqual([scene.mastodon.statuses.length, await scene.states()], [1, ['unknown mastodon']])
  scene.mastodon.misbehave(() => null)
  return token
}

const connect = (scene: SocialScene, secret: string) =>
  connectWithSecret(
    scene.context,
    { accountId: scene.account.id, network: 'mastodon' },
    { instance: scene.mastodon.origin, handle: null, secret },
  )

/** Lets eight hours pass, in which posts are looked up as often as they ever are. */
async function hours(scene: SocialScene): Promise<void> {
  for (let turn = 0; turn < 16; turn++) await scene.pass(30 * MINUTE)
}

async function waitsForPerson(scene: SocialScene): Promise<Post> {
  const [post] = await scene.posts()
  assert.ok(post)
  assert.equal(post.state, 'unknown')
  assert.equal(post.reason, 'Mastodon does not show it, and may not refuse a second one.')
  const asked = scene.mastodon.asked.length
  await scene.pass(24 * HOUR)
  assert.equal(scene.mastodon.asked.length, asked, 'nobody asks any more')
  return post
}

story('a post is sent again while the server would refuse a second one', async scene => {
  await lostAnswer(scene)
  scene.mastodon.showStatuses(false)
  for (let turn = 0; turn < 3; turn++) await scene.pass(MINUTE)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
  assert.equal(scene.mastodon.statuses.length, 1)
})

story('a post that could not be looked up for 95 minutes is not sent again', async scene => {
  await lostAnswer(scene)
  scene.mastodon.misbehave(({ method }) => (method === 'GET' ? 'broken before' : null))
  for (let turn = 0; turn < 19; turn++) await scene.pass(5 * MINUTE)
  scene.mastodon.misbehave(() => null)
  scene.mastodon.showStatuses(false)
  await hours(scene)
  await waitsForPerson(scene)
  assert.equal(scene.mastodon.statuses.length, 1)
})

story('a post is found after 90 minutes without a worker, with a clock 5 minutes ahead', async scene => {
  scene.mastodon.setClock(() => scene.clock.now() - 5 * MINUTE)
  await lostAnswer(scene)
  await scene.pass(90 * MINUTE)
  await hours(scene)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
  assert.equal(scene.mastodon.statuses.length, 1)
})

story('a post whose account is reconnected after 3 hours is not sent again', async scene => {
  const token = await lostAnswer(scene)
  scene.mastodon.revoke(token)
  for (let turn = 0; turn < 6; turn++) await scene.pass(30 * MINUTE)
  scene.mastodon.showStatuses(false)
  await connect(scene, scene.mastodon.aToken())
  await hours(scene)
  await waitsForPerson(scene)
  assert.equal(scene.mastodon.statuses.length, 1)
})

story('nor is one that was already to be sent again when its account had to be reconnected', async scene => {
  const token = await lostAnswer(scene)
  scene.mastodon.showStatuses(false)
  scene.mastodon.misbehave(({ method }) => {
    if (method === 'POST') scene.mastodon.revoke(token)
    return null
  })
  for (let turn = 0; turn < 6; turn++) await scene.pass(30 * MINUTE)
  assert.deepEqual(await scene.states(), ['held (reconnect) mastodon'])
  await connect(scene, scene.mastodon.aToken())
  await hours(scene)
  await waitsForPerson(scene)
  assert.equal(scene.mastodon.statuses.length, 1)
})

for (const [when, minutes] of [
  ['at once', 1],
  ['after two hours', 120],
] as const)
  story(`a post that somebody deleted on the server does not come back: ${when}`, async scene => {
    await lostAnswer(scene)
    scene.mastodon.statuses.length = 0
    await scene.pass(minutes * MINUTE)
    await hours(scene)
    const [post] = await scene.posts()
    assert.ok(['failed', 'unknown'].includes(post?.state ?? ''))
    assert.equal(scene.mastodon.statuses.length, 0)
  })

story('a person who sees that it is not there has it sent again', async scene => {
  await lostAnswer(scene)
  scene.mastodon.statuses.length = 0
  await scene.pass(2 * HOUR)
  await hours(scene)
  const post = await waitsForPerson(scene)
  await scene.service.db.write(async tx => {
    const seen = await resolvePost(tx, scene.action, post, { outcome: 'absent' })
    await retryPost(tx, scene.context, seen)
  })
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
  assert.equal(scene.mastodon.statuses.length, 1)
})

story('a post that the server refused goes out hours later, once its account is reconnected', async scene => {
  Object.assign(scene.context.timing, POST_TIMING)
  const token = scene.mastodon.aToken()
  await connect(scene, token)
  await scene.publish('Reports can be exported')
  scene.mastodon.revoke(token)
  for (let turn = 0; turn < 6; turn++) await scene.pass(30 * MINUTE)
  assert.deepEqual(await scene.states(), ['held (reconnect) mastodon'])
  await connect(scene, scene.mastodon.aToken())
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
})

story('withdrawing an entry leaves nothing on the server', async scene => {
  await lostAnswer(scene)
  await scene.pass(90 * MINUTE)
  const [post] = await scene.posts()
  await scene.service.db.write(tx => withdrawEntry(tx, scene.action, post?.entryId ?? ''))
  await hours(scene)
  assert.deepEqual(await scene.states(), ['withdrawn mastodon'])
  assert.equal(scene.mastodon.statuses.length, 0)
})
