import assert from 'node:assert/strict'
import { openEditionOf } from '#changelog/editions/edition.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import { entryById } from '#changelog/entries/store.ts'
import { publishEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { undoItem } from '#changelog/inbox/undo.ts'
import { publishById } from '#testing/editions.ts'
import { publishInEditions } from '#testing/schedule.ts'
import { DELAY, MINUTE, story } from '#testing/social.ts'
import { cancelPost, holdPost, retryPost } from './actions.ts'
import { listPosts } from './post.ts'

story('a post that the network refuses while its entry is withdrawn is cancelled', async scene => {
  await scene.connectMastodon()
  const id = await scene.publish('Reports can be exported')
  scene.mastodon.intercept(async ({ method }, answer) => {
    if (method !== 'POST') return answer()
    await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
    return { status: 422, json: { error: 'Validation failed' } }
  })
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['cancelled mastodon'])
  const [post] = await scene.posts()
  assert.equal(post?.reason, 'Its entry was withdrawn before it went out.')
  const { posts } = await listPosts(scene.service.db.read, { accountId: scene.account.id, isWaiting: true })
  assert.deepEqual(posts, [])
})

story('a post that is removed while its entry is published again is offered once more', async scene => {
  await scene.connectMastodon()
  const id = await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  const { db } = scene.service
  await db.write(tx => withdrawEntry(tx, scene.action, id))
  scene.mastodon.intercept(async ({ method }, answer) => {
    const given = await answer()
    if (method === 'DELETE') await db.write(tx => publishEntry(tx, scene.action, id))
    return given
  })
  await scene.pass(0)
  assert.deepEqual((await scene.states()).sort(), ['failed mastodon', 'withdrawn mastodon'])
  const { posts } = await listPosts(db.read, { accountId: scene.account.id, isWaiting: true })
  const [offered] = posts
  assert.ok(offered)
  assert.match(offered.reason ?? '', /removal was already under way when the entry was published again/)

  await db.write(tx => retryPost(tx, scene.context, offered))
  await scene.pass(MINUTE)
  assert.deepEqual((await scene.states()).sort(), ['posted mastodon', 'withdrawn mastodon'])
  assert.equal(scene.mastodon.statuses.length, 1)
})

story('a post whose removal had not begun stays when its entry is published again', async scene => {
  await scene.connectMastodon()
  const id = await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
  await scene.service.db.write(tx => publishEntry(tx, scene.action, id))
  await scene.pass(MINUTE)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
  assert.equal(scene.mastodon.statuses.length, 1)
})

story('an entry of an edition that is published again by itself is not posted by itself', async scene => {
  const { db } = scene.service
  await scene.connectMastodon()
  await db.write(tx => publishInEditions(tx, scene.action, scene.account.id))
  const [id] = [await scene.draft('Reports can be exported'), await scene.draft('There is a dark theme')]
  const edition = await openEditionOf(db.read, scene.account.id)
  await db.write(tx => publishById(tx, scene.action, edition?.id ?? ''))
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
  await db.write(tx => withdrawEntry(tx, scene.action, id))
  await db.write(tx => publishEntry(tx, scene.action, id))
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
})

story('what is published again is not posted on a network that was connected since', async scene => {
  const { db } = scene.service
  const id = await scene.publish('Reports can be exported')
  await scene.connectMastodon()
  await db.write(tx => withdrawEntry(tx, scene.action, id))
  await db.write(tx => publishEntry(tx, scene.action, id))
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), [])
})

story('what a person gave up or held back stays so when its entry is published again', async scene => {
  const { db } = scene.service
  await scene.connectMastodon()
  const [bluesky, x] = [await scene.connectBluesky(), await scene.connectX()]
  const id = await scene.publish('Reports can be exported')
  for (const post of await scene.posts()) {
    if (post.socialAccountId === bluesky.id) await db.write(tx => cancelPost(tx, scene.action, post))
    if (post.socialAccountId === x.id) await db.write(tx => holdPost(tx, scene.action, post))
  }
  await db.write(tx => withdrawEntry(tx, scene.action, id))
  await db.write(tx => publishEntry(tx, scene.action, id))
  await scene.pass(DELAY)
  const states = ['cancelled bluesky', 'cancelled mastodon', 'posted mastodon', 'cancelled x']
  assert.deepEqual((await scene.states()).toSorted(), states.toSorted())
})

story('the post of an edition names what is in it when it goes out', async scene => {
  const { db } = scene.service
  await scene.connectMastodon()
  await db.write(tx => publishInEditions(tx, scene.action, scene.account.id))
  const csv = await scene.draft('Reports can be exported', { magnitude: 'major' })
  const theme = await scene.draft('There is a dark theme')
  const edition = await openEditionOf(db.read, scene.account.id)
  await db.write(tx => publishById(tx, scene.action, edition?.id ?? ''))
  const planned = async () => (await scene.posts())[0]?.text.split('\n')[0]
  assert.equal(await planned(), 'Reports can be exported; and 1 more change.')
  await db.write(tx => editEntry(tx, scene.action, csv, { title: 'Reports can be printed' }))
  assert.equal(await planned(), 'Reports can be printed; and 1 more change.')
  await db.write(tx => withdrawEntry(tx, scene.action, csv))
  await scene.pass(DELAY)
  assert.deepEqual(
    scene.mastodon.statuses.map(({ text }) => text),
    [(await entryById(db.read, theme)).title],
  )
})

story('the post of an edition goes with its last entry, and comes back with it', async scene => {
  const { db } = scene.service
  await scene.connectMastodon()
  const accountId = scene.account.id
  await db.write(tx => publishInEditions(tx, scene.action, accountId, { since: 0 }))
  const entry = await scene.draft('Reports can be exported')
  const edition = await openEditionOf(db.read, accountId)
  assert.ok(edition)
  await db.write(tx => publishById(tx, scene.action, edition.id))
  /** Withdraws the entry. Returns the undo of that. */
  const withdraw = async () => {
    const change = { id: scene.action.ids.next() }
    await db.write(tx => withdrawEntry(tx, { ...scene.action, change }, entry))
    const request = { accountId, changeId: change.id, itemId: entry, requireRole() {} }
    return () => db.write(tx => undoItem(tx, scene.action, request))
  }
  const plannedAgain = await withdraw()
  assert.deepEqual(await scene.states(), ['cancelled mastodon'])
  await plannedAgain()
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['cancelled mastodon', 'posted mastodon'])
  assert.match(scene.mastodon.statuses[0]?.text ?? '', /^Reports can be exported/)
  const kept = await withdraw()
  await kept()
  await scene.pass(0)
  assert.equal(scene.mastodon.statuses.length, 1, 'the removal had not begun')
  await withdraw()
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['cancelled mastodon', 'withdrawn mastodon'])
  assert.equal(scene.mastodon.statuses.length, 0)
})
