import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, isoOf } from '#platform/clock.ts'
import { POST_TIMING, REQUEST_MS } from '#social/context.ts'
import { DELAY, MINUTE, story } from '#testing/social.ts'
import { holdPost, sendNow } from './actions.ts'

story('a post does not go out before its delay is over', async scene => {
  await scene.connectMastodon()
  await scene.publish('Reports can be exported')
  await scene.pass(DELAY - MINUTE)
  await scene.pass(MINUTE - 1)
  assert.deepEqual(await scene.states(), ['planned mastodon'])
  assert.equal(scene.mastodon.statuses.length, 0)
  await scene.pass(1)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
})

story('a process that was suspended before the request gives the attempt back', async scene => {
  await scene.connectMastodon()
  await scene.publish('Reports can be exported')
  const { timing } = scene.context
  const { fenceMs } = timing
  // As if every attempt had been suspended for too long.
  timing.fenceMs = -1
  await scene.pass(DELAY)
  const [post] = await scene.posts()
  assert.deepEqual([post?.state, scene.mastodon.statuses.length], ['planned', 0])
  assert.ok((post?.attempts ?? 0) > 0)
  timing.fenceMs = fenceMs
  await scene.pass(MINUTE)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
})

story(
  'a post that a person held back is dated by when it goes out, so that readers see it as new',
  async scene => {
    const { db } = scene.service
    await scene.connectBluesky()
    await scene.publish('Reports can be exported')
    await scene.pass(0)
    const held = async (change: typeof holdPost) => {
      const [post] = await scene.posts()
      assert.ok(post)
      await db.write(tx => change(tx, scene.action, post))
    }
    await held(holdPost)
    await scene.pass(3 * DAY_MS)
    await held(sendNow)
    await scene.pass(0)
    assert.deepEqual(await scene.states(), ['posted bluesky'])
    const [record] = scene.bluesky.records.values()
    assert.equal(record.createdAt, isoOf(scene.clock.now()))
  },
)

test('an attempt has the time that its request may take, and is over before it is looked up', () => {
  const { settleMs, fenceMs } = POST_TIMING
  // The request is aborted after half of `settleMs`.
  assert.ok(settleMs / 2 > fenceMs + REQUEST_MS)
})

story('a request that hangs is ended before its outcome is looked up', async scene => {
  await scene.connectMastodon()
  await scene.publish('Reports can be exported')
  scene.context.timing.settleMs = 400
  scene.mastodon.misbehave(({ method }) => (method === 'POST' ? 'hang before' : null))
  await scene.pass(DELAY)
  const [post] = await scene.posts()
  assert.deepEqual([post?.state, post?.reason], ['unknown', 'The operation was aborted due to timeout'])
})
