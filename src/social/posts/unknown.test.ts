import assert from 'node:assert/strict'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { connectWithSecret } from '#social/accounts/connect.ts'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { resolvePost, retryPost } from './actions.ts'
import { loadPost } from './load.ts'
import { lookUp } from './look-up.ts'
import { listPosts, type Post } from './post.ts'
import { giveUpPost, recordNotSent, recordPosted, startAttempt } from './transitions.ts'

const DAY = 24 * 60 * MINUTE

async function theOnly(scene: SocialScene): Promise<Post> {
  const [post] = await scene.posts()
  assert.ok(post)
  return post
}

/** Simulates a process that stores its intent to send and then disappears. */
async function abandonedAttempt(scene: SocialScene): Promise<string> {
  const { db, ids } = scene.service
  await scene.pass(0)
  scene.clock.advance(DELAY)
  const post = await theOnly(scene)
  const attempt = await db.write(tx => startAttempt(tx, db, { ids }, post, { gapMs: 0, cost: null }))
  assert.ok(attempt)
  return attempt
}

story(
  'a process that died before its request leaves a post that is looked up, and then sent',
  async scene => {
    await scene.connectMastodon()
    await scene.publish('Reports can be exported')
    await abandonedAttempt(scene)
    await scene.pass(1)
    assert.deepEqual(await scene.states(), ['attempting mastodon'])
    await scene.pass(MINUTE)
    assert.deepEqual(await scene.states(), ['posted mastodon'])
    assert.equal(scene.mastodon.statuses.length, 1)
  },
)

story(
  'a process that comes back late may say what it knows, but not of an attempt that was repeated',
  async scene => {
    await scene.connectMastodon()
    await scene.publish('Reports can be exported')
    const attempt = await abandonedAttempt(scene)
    const { db } = scene.service
    scene.mastodon.misbehave(({ method }) => (method === 'GET' ? 'broken before' : null))
    await scene.pass(MINUTE)
    assert.deepEqual(await scene.states(), ['unknown mastodon'])
    const reference = { id: '1', url: 'https://mastodon.example/@acme/1' }
    const post = await theOnly(scene)
    assert.equal(
      await db.write(tx => recordPosted(tx, scene.action, post, 'another attempt', reference)),
      false,
    )
    assert.equal(await db.write(tx => recordPosted(tx, scene.action, post, attempt, reference)), true)
    assert.deepEqual(await scene.states(), ['posted mastodon'])
  },
)

story(
  'a process that comes back after everyone stopped asking says that nothing was sent, and it is',
  async scene => {
    await scene.connectMastodon()
    await scene.publish('Reports can be exported')
    const attempt = await abandonedAttempt(scene)
    const { db } = scene.service
    scene.mastodon.misbehave(({ method }) => (method === 'GET' ? 'broken before' : null))
    for (let turn = 0; turn < 8; turn++) await scene.pass(2 * 60 * MINUTE)
    const post = await theOnly(scene)
    assert.equal(post.state, 'unknown')
    scene.mastodon.misbehave(() => null)
    await db.write(tx => recordNotSent(tx, scene.action, post, attempt))
    await db.write(tx => tx.updateTable('post').set({ due_at: scene.clock.now() }).execute())
    await scene.pass(MINUTE)
    assert.deepEqual(await scene.states(), ['posted mastodon'])
    assert.equal(scene.mastodon.statuses.length, 1)
  },
)

story(
  'a process that comes back with the answer of a post that was to be sent again spares it that',
  async scene => {
    await scene.connectMastodon()
    await scene.publish('Reports can be exported')
    const attempt = await abandonedAttempt(scene)
    const { db } = scene.service
    const post = await theOnly(scene)
    await db.write(tx => recordNotSent(tx, scene.action, post, attempt))
    const reference = { id: '1', url: 'https://mastodon.example/@acme/1' }
    assert.equal(await db.write(tx => recordPosted(tx, scene.action, post, attempt, reference)), true)
    await scene.pass(DELAY)
    assert.deepEqual(await scene.states(), ['posted mastodon'])
    assert.equal(scene.mastodon.statuses.length, 0)
  },
)

story('a job whose post another process puts back does not end', async scene => {
  await scene.connectMastodon()
  await scene.publish('Reports can be exported')
  const attempt = await abandonedAttempt(scene)
  const loaded = await loadPost(scene.context, (await theOnly(scene)).id)
  const before = loaded.post
  const { db } = scene.service
  await db.write(tx => recordNotSent(tx, scene.action, before, attempt))
  scene.clock.advance(MINUTE)
  const moved = { name: 'RetryLater', message: 'The post changed in the meantime.' }
  await assert.rejects(lookUp(scene.context, loaded), moved)
  scene.mastodon.misbehave(({ method }) => (method === 'GET' ? 'broken before' : null))
  const last = { ...loaded, post: { ...before, lookups: scene.context.timing.lookUpWaitsMs.length } }
  await assert.rejects(lookUp(scene.context, last), moved)
  scene.mastodon.misbehave(() => null)
  const again = await db.write(tx =>
    startAttempt(tx, db, scene.action, { ...before, state: 'planned' }, { gapMs: 0, cost: null }),
  )
  assert.ok(again)
  assert.equal(await db.write(tx => recordNotSent(tx, scene.action, before, attempt)), null)
})

story(
  'a post that is unknown while its entry is withdrawn and its account reconnected is withdrawn',
  async scene => {
    const token = scene.mastodon.aToken()
    const connect = (secret: string) =>
      connectWithSecret(
        scene.context,
        { accountId: scene.account.id, network: 'mastodon' },
        { instance: scene.mastodon.origin, handle: null, secret },
      )
    await connect(token)
    const id = await scene.publish('Reports can be exported')
    scene.mastodon.misbehave(({ url }) => (url.pathname === '/api/v1/statuses' ? 'drop after' : null))
    await scene.pass(DELAY)
    scene.mastodon.misbehave(() => null)
    scene.mastodon.revoke(token)
    await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
    for (let turn = 0; turn < 3; turn++) await scene.pass(10 * MINUTE)
    assert.deepEqual(await scene.states(), ['unknown mastodon'])
    await connect(scene.mastodon.aToken())
    await scene.pass(0)
    assert.deepEqual(await scene.states(), ['withdrawn mastodon'])
    assert.equal(scene.mastodon.statuses.length, 0)
  },
)

story('a post that cannot be removed in many attempts waits for a person', async scene => {
  await scene.connectMastodon()
  const id = await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  scene.mastodon.misbehave(({ method }) => (method === 'DELETE' ? 'broken before' : null))
  await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
  for (let turn = 0; turn < 20; turn++) await scene.pass(2 * 60 * MINUTE)
  const post = await theOnly(scene)
  assert.deepEqual([post.state, post.withdrawal], ['posted', 'refused'])
  assert.match(post.reason ?? '', /answered 502/)
  const { posts } = await listPosts(scene.service.db.read, { accountId: scene.account.id, isWaiting: true })
  assert.equal(posts.length, 1)
})

story('a post on a server that cannot be reached any more waits for a person, with its link', async scene => {
  await scene.connectMastodon()
  const id = await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  await scene.mastodon.close()
  await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
  assert.equal((await theOnly(scene)).withdrawal, 'wanted')
  for (let turn = 0; turn < 20; turn++) await scene.pass(2 * 60 * MINUTE)
  const { posts } = await listPosts(scene.service.db.read, { accountId: scene.account.id, isWaiting: true })
  assert.equal(posts.length, 1)
  assert.match(posts[0]?.reason ?? '', /refuses the connection/)
  assert.ok(posts[0]?.reference?.url.startsWith(`${scene.mastodon.origin}/@acme/`))
})

story('what the network cannot tell waits for a person, who says what they saw', async scene => {
  await scene.connectMastodon()
  await scene.publish('Reports can be exported')
  const isPost = (url: URL) => url.pathname.endsWith('/statuses')
  scene.mastodon.misbehave(({ url, method }) =>
    isPost(url) ? (method === 'POST' ? 'drop before' : 'broken before') : null,
  )
  for (let turn = 0; turn < 8; turn++) await scene.pass(2 * 60 * MINUTE)
  const post = await theOnly(scene)
  assert.equal(post.state, 'unknown')
  const asked = scene.mastodon.asked.length
  await scene.pass(DAY)
  assert.equal(scene.mastodon.asked.length, asked, 'nobody asks any more')

  const { db } = scene.service
  const seen = await db.write(tx => resolvePost(tx, scene.action, post, { outcome: 'absent' }))
  assert.equal(seen.state, 'failed')
  scene.mastodon.misbehave(() => null)
  await db.write(tx => retryPost(tx, scene.context, seen))
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
  assert.equal(scene.mastodon.statuses.length, 1)
})

story(
  'an entry that is withdrawn while its post is unknown ends with nothing on the network',
  async scene => {
    await scene.connectBluesky()
    const id = await scene.publish('Reports can be exported')
    scene.bluesky.misbehave(({ url }) => (url.pathname.endsWith('createRecord') ? 'drop after' : null))
    await scene.pass(DELAY)
    assert.deepEqual(await scene.states(), ['unknown bluesky'])
    await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
    scene.bluesky.misbehave(() => null)
    await scene.pass(MINUTE)
    assert.deepEqual(await scene.states(), ['withdrawn bluesky'])
    assert.equal(scene.bluesky.records.size, 0)
  },
)

story('a post that the network rejects has failed, and is sent once its text is mended', async scene => {
  await scene.connectMastodon()
  await scene.publish('Reports can be exported')
  const { db } = scene.service
  // The server's limit was lowered since it was last read.
  await db.write(tx =>
    tx
      .updateTable('post')
      .set({ text: 'x'.repeat(501) })
      .execute(),
  )
  await db.write(tx =>
    tx
      .updateTable('social_account')
      .set({ limits: '{"text":900,"link":23,"imageBytes":9,"alt":9}' })
      .execute(),
  )
  await scene.pass(DELAY)
  const post = await theOnly(scene)
  assert.deepEqual(
    [post.state, post.reason],
    ['failed', 'The server answered 422: Validation failed: Text character limit of 500 exceeded.'],
  )
  await db.write(tx => retryPost(tx, scene.context, post))
  await scene.pass(0)
  assert.equal(scene.mastodon.statuses[0]?.text, 'Reports can be exported')
})

story('what a network answers is kept as one short line', async scene => {
  await scene.connectMastodon()
  await scene.publish('Reports can be exported')
  await abandonedAttempt(scene)
  const { id } = await theOnly(scene)
  const answer = `Bad\u0007 gateway\n${'x'.repeat(100_000)}`
  await scene.service.db.write(tx => giveUpPost(tx, scene.context, id, answer))
  const { reason } = await theOnly(scene)
  assert.match(reason ?? '', /^Bad gateway x+/)
  assert.ok((reason ?? '').length <= 500)
})
