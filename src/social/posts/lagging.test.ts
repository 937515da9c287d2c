import assert from 'node:assert/strict'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { resolvePost, retryPost } from './actions.ts'
import type { Post } from './post.ts'

// X shows a post some time after it has received it, but refuses a second one with the same text at once.

async function theOnly(scene: SocialScene): Promise<Post> {
  const [post] = await scene.posts()
  assert.ok(post)
  return post
}

/** Loses the answer to a post on X, whose timeline does not show the post yet. Returns the entry's id. */
async function postedUnseen(scene: SocialScene): Promise<string> {
  await scene.connectX()
  const id = await scene.publish('Reports can be exported')
  scene.x.misbehave(({ method, url }) =>
    method === 'POST' && url.pathname === '/2/tweets' ? 'drop after' : null,
  )
  scene.x.showTimeline(false)
  await scene.pass(DELAY)
  scene.x.misbehave(() => null)
  return id
}

/** Does the same; then a person who does not see the post sends it again, and X refuses it as a duplicate. */
async function refusedAsDuplicate(scene: SocialScene): Promise<void> {
  await postedUnseen(scene)
  for (let turn = 0; turn < 3; turn++) await scene.pass(MINUTE)
  await scene.service.db.write(async tx => {
    const seen = await resolvePost(tx, scene.action, await theOnly(scene), { outcome: 'absent' })
    await retryPost(tx, scene.context, seen)
  })
  await scene.pass(0)
  const { state, reason, attempts } = await theOnly(scene)
  assert.deepEqual([state, attempts], ['unknown', 2])
  assert.match(reason ?? '', /X answered 403: .*duplicate content/)
}

story('a post that X has not shown to the last waits for a person', async scene => {
  await postedUnseen(scene)
  for (let turn = 0; turn < 8; turn++) await scene.pass(2 * 60 * MINUTE)
  const { state, reason, attempts } = await theOnly(scene)
  assert.deepEqual([state, attempts], ['unknown', 1])
  assert.equal(reason, 'X does not show it, and may not refuse a second one.')
})

story('a post that X refuses to repeat is posted as soon as X shows it', async scene => {
  await refusedAsDuplicate(scene)
  scene.x.showTimeline(true)
  await scene.pass(5 * MINUTE)
  assert.deepEqual(await scene.states(), ['posted x'])
  assert.equal(scene.x.posts.length, 1)
})

story('a post that X refuses to repeat and never shows waits for a person', async scene => {
  await refusedAsDuplicate(scene)
  for (let turn = 0; turn < 8; turn++) await scene.pass(2 * 60 * MINUTE)
  const { db } = scene.service
  await db.write(async tx => retryPost(tx, scene.context, await theOnly(scene)))
  for (let turn = 0; turn < 8; turn++) await scene.pass(2 * 60 * MINUTE)
  const { state, reason, attempts } = await theOnly(scene)
  assert.deepEqual([state, attempts], ['unknown', 2])
  assert.match(reason ?? '', /duplicate content/)
})

story('a text that X has from another attempt or another hand waits for a person', async scene => {
  await scene.connectX()
  scene.x.posts.push({ id: '1', text: 'Reports can be exported', media: [], createdAt: 0 })
  await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  for (let turn = 0; turn < 8; turn++) await scene.pass(2 * 60 * MINUTE)
  const post = await theOnly(scene)
  assert.deepEqual([post.state, post.attempts, post.lookups], ['unknown', 1, 6])
  const { db } = scene.service
  const seen = await db.write(tx => resolvePost(tx, scene.action, post, { outcome: 'absent' }))
  assert.equal(seen.state, 'failed')
  assert.equal(scene.x.posts.length, 1)
})

story('a post that X shows only after its entry was withdrawn is removed', async scene => {
  const id = await postedUnseen(scene)
  await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
  await scene.pass(MINUTE)
  assert.deepEqual(await scene.states(), ['unknown x'])
  scene.x.showTimeline(true)
  await scene.pass(MINUTE)
  await scene.pass(MINUTE)
  assert.deepEqual(await scene.states(), ['withdrawn x'])
  assert.equal(scene.x.posts.length, 0)
})

story('a post that X has not shown to the last is cancelled with its withdrawn entry', async scene => {
  const id = await postedUnseen(scene)
  scene.x.posts.length = 0
  await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
  for (let turn = 0; turn < 5; turn++) await scene.pass(2 * 60 * MINUTE)
  assert.deepEqual(await scene.states(), ['unknown x'])
  await scene.pass(2 * 60 * MINUTE)
  assert.deepEqual(await scene.states(), ['cancelled x'])
})
