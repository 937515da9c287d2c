import assert from 'node:assert/strict'
import { createSet } from '#accounts/sets.ts'
import { openEditionOf } from '#changelog/editions/edition.ts'
import { entryById } from '#changelog/entries/store.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import type { Tx } from '#platform/db/schema.ts'
import { changeSocialAccount } from '#social/accounts/manage.ts'
import { socialAccountById } from '#social/accounts/social-account.ts'
import { engineInTurn, untilBlocked } from '#testing/databases.ts'
import { publishById } from '#testing/editions.ts'
import type { Fault } from '#testing/networks/server.ts'
import { publishInEditions } from '#testing/schedule.ts'
import { DELAY, IMPATIENCE_MS, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { sendEntry } from './actions.ts'
import { changeText, editText } from './edit-text.ts'
import { advancePost } from './send.ts'

story('a published entry is posted to each account after the delay, once', async scene => {
  await scene.connectBluesky()
  await scene.connectMastodon()
  const id = await scene.publish('Reports can be exported', { body: 'Every report has a CSV button.' })
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['planned bluesky', 'planned mastodon'])
  assert.equal(scene.mastodon.statuses.length + scene.bluesky.records.size, 0)
  await scene.pass(DELAY)
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['posted bluesky', 'posted mastodon'])
  const [status] = scene.mastodon.statuses
  assert.equal(status?.text, 'Reports can be exported\n\nEvery report has a CSV button.')
  assert.equal(scene.mastodon.statuses.length, 1)
  const [record] = scene.bluesky.records.values()
  assert.equal(record.text, status?.text)
  assert.equal(scene.bluesky.records.size, 1)

  await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['withdrawn bluesky', 'withdrawn mastodon'])
  assert.equal(scene.mastodon.statuses.length + scene.bluesky.records.size, 0)
})

story('an entry that is withdrawn within the delay posts nothing', async scene => {
  await scene.connectBluesky()
  const id = await scene.publish('Reports can be exported')
  await scene.pass(MINUTE)
  await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['cancelled bluesky'])
  assert.equal(scene.bluesky.records.size, 0)
})

story('an entry that is withdrawn while a person sends it is not posted', async scene => {
  const { db } = scene.service
  const account = await scene.connectBluesky()
  await db.write(tx => changeSocialAccount(tx, scene.context, account, { rule: 'by hand' }))
  const entry = await entryById(db.read, await scene.publish('Reports can be exported'))
  let sending: Promise<void> | undefined
  await db.write(async tx => {
    await withdrawEntry(tx, scene.action, entry.id)
    const refused = { code: 'conflict', message: /withdrawn/ }
    sending = assert.rejects(
      db.write(other => sendEntry(other, scene.context, entry, account)),
      refused,
    )
    await untilBlocked(db)
  })
  await sending
  assert.deepEqual(await scene.states(), [])
})

story('a planned post whose entry is withdrawn is cancelled instead of tried again', async scene => {
  const { db } = scene.service
  await scene.connectBluesky()
  await scene.publish('Reports can be exported')
  await db.write(tx => tx.updateTable('entry').set({ state: 'withdrawn' }).execute())
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['cancelled bluesky'])
})

story('a post that changed just before its request leaves the turn to the next one', async scene => {
  const { db } = scene.service
  const { id } = await scene.connectBluesky()
  await scene.publish('Reports can be exported')
  await scene.pass(0)
  scene.clock.advance(DELAY)
  const [post] = await scene.posts()
  assert.ok(post)
  const change = (tx: Tx) => tx.updateTable('post').set({ text: 'Reports can be printed' }).execute()
  const late: typeof db = {
    ...db,
    write: async work => {
      await db.write(change)
      return db.write(work)
    },
  }
  const context = { ...scene.context, db: late, timing: { ...scene.context.timing, gapMs: MINUTE } }
  const { signal } = new AbortController()
  await assert.rejects(advancePost(context, post.id, signal), { name: 'RetryLater' })
  assert.equal((await socialAccountById(db.read, id)).blockedUntil, 0)
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['posted bluesky'])
})

story(
  'entries go to the accounts of their set, and smaller ones wait for a person where only larger changes are posted',
  async scene => {
    const { db, clock, ids } = scene.service
    const set = await db.write(tx => createSet(tx, clock, ids, scene.account.id, { name: 'Mobile' }))
    await scene.connectBluesky(set.id)
    const mastodon = await scene.connectMastodon()
    await db.write(tx => changeSocialAccount(tx, scene.context, mastodon, { rule: 'minor' }))
    await scene.publish('A small fix', { magnitude: 'patch' })
    await scene.publish('A new view', { magnitude: 'minor' })
    await scene.pass(DELAY)
    assert.deepEqual(await scene.states(), ['posted mastodon'])
    assert.equal(scene.mastodon.statuses[0]?.text, 'A new view')
  },
)

story('of rules that an earlier version stored for each kind, the strictest holds', async scene => {
  const { db } = scene.service
  const { id } = await scene.connectBluesky()
  for (const [stored, rule] of [
    ['{}', 'everything'],
    ['{"feature":"everything","fix":"minor"}', 'minor'],
    ['{"security":"by hand","fix":"minor"}', 'by hand'],
  ] as const) {
    await db.write(tx => tx.updateTable('social_account').set({ rules: stored }).execute())
    assert.equal((await socialAccountById(db.read, id)).settings.rule, rule)
  }
})

/** A short time-out, for servers that hang only. */
const patienceFor = (fault: Fault) => (fault.startsWith('hang') ? IMPATIENCE_MS : undefined)

for (const [at, fault] of (['hang after', 'drop after', 'broken after', 'endless'] as const).entries())
  story(
    `a post whose answer is lost (${fault}) is found on the network, and not sent again`,
    async scene => {
      await scene.connectBluesky()
      await scene.connectMastodon()
      await scene.publish('Reports can be exported')
      lose(scene, fault)
      await scene.pass(DELAY)
      assert.deepEqual(await scene.states(), ['unknown bluesky', 'unknown mastodon'])
      scene.bluesky.misbehave(() => null)
      scene.mastodon.misbehave(() => null)
      await scene.pass(MINUTE)
      assert.deepEqual(await scene.states(), ['posted bluesky', 'posted mastodon'])
      assert.deepEqual([scene.bluesky.records.size, scene.mastodon.statuses.length], [1, 1])
      assert.equal(scene.mastodon.asked.filter(line => line === 'POST /api/v1/statuses').length, 1)
    },
    { engines: [engineInTurn(at)], timeoutMs: patienceFor(fault) },
  )

for (const [at, fault] of (['hang before', 'drop before', 'broken before', 'lying'] as const).entries())
  story(
    `a post that never arrived (${fault}) is proven absent, and sent again`,
    async scene => {
      await scene.connectBluesky()
      await scene.connectMastodon()
      await scene.publish('Reports can be exported')
      lose(scene, fault)
      await scene.pass(DELAY)
      scene.bluesky.misbehave(() => null)
      scene.mastodon.misbehave(() => null)
      await scene.pass(MINUTE)
      assert.deepEqual(await scene.states(), ['posted bluesky', 'posted mastodon'])
      assert.deepEqual([scene.bluesky.records.size, scene.mastodon.statuses.length], [1, 1])
    },
    { engines: [engineInTurn(at)], timeoutMs: patienceFor(fault) },
  )

/** Breaks only the request that publishes the post. */
function lose(scene: SocialScene, fault: Fault): void {
  scene.mastodon.misbehave(({ method, url }) =>
    method === 'POST' && url.pathname === '/api/v1/statuses' ? fault : null,
  )
  scene.bluesky.misbehave(({ url }) => (url.pathname.endsWith('createRecord') ? fault : null))
}

story('a network that says when to come back is left alone until then', async scene => {
  await scene.connectMastodon()
  await scene.publish('Reports can be exported')
  scene.mastodon.misbehave(({ url }) => (url.pathname === '/api/v1/statuses' ? 'limited' : null))
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['planned mastodon'])
  const asked = scene.mastodon.asked.length
  scene.mastodon.misbehave(() => null)
  await scene.pass(MINUTE)
  assert.equal(scene.mastodon.asked.length, asked)
  await scene.pass(24 * 60 * MINUTE)
  assert.equal(scene.mastodon.statuses.length, 0)
  assert.deepEqual(await scene.states(), ['held (late) mastodon'])
})

story('a text that is too long is refused when the entry is queued', async scene => {
  const bluesky = await scene.connectBluesky()
  const id = await scene.draft('Reports can be exported')
  const { db, clock } = scene.service
  const entry = await entryById(db.read, id)
  const edit = (text: string) => db.write(tx => editText(tx, scene.context, entry, bluesky, text))
  await assert.rejects(edit('x'.repeat(301)), {
    code: 'invalid_parameter',
    message: /301 characters; Bluesky allows 300/,
  })
  await assert.rejects(edit('  '), { code: 'invalid_parameter', message: /empty/ })
  await edit('x'.repeat(300))
  await db.write(tx => queueEntry(tx, scene.action, id, { at: clock.now() + MINUTE }))
})

story(
  'the text of a post that went out is changed where the network can, and refused elsewhere',
  async scene => {
    const bluesky = await scene.connectBluesky()
    const mastodon = await scene.connectMastodon()
    const id = await scene.publish('Reports can be exported')
    await scene.pass(DELAY)
    const entry = await entryById(scene.service.db.read, id)
    await changeText(scene.context, entry, mastodon, 'Reports can be exported and printed')
    assert.equal(scene.mastodon.statuses[0]?.text, 'Reports can be exported and printed')
    assert.equal(scene.mastodon.statuses.length, 1)
    await assert.rejects(changeText(scene.context, entry, bluesky, 'Another text'), {
      code: 'conflict',
      message: /Bluesky cannot change a post/,
    })
    await assert.rejects(changeText(scene.context, entry, mastodon, 'x'.repeat(501)), {
      code: 'invalid_parameter',
    })
  },
)

story('an edition is posted once to each account, and its entries are not', async scene => {
  const { db } = scene.service
  await scene.connectBluesky()
  await scene.connectMastodon()
  const accountId = scene.account.id
  await db.write(tx => publishInEditions(tx, scene.action, accountId, { since: 0 }))
  for (const headline of ['Reports can be exported', 'Charts can be shared']) await scene.draft(headline)
  const edition = await openEditionOf(db.read, accountId)
  assert.ok(edition)
  await db.write(tx => publishById(tx, scene.action, edition.id))
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['posted bluesky', 'posted mastodon'])
  assert.match(
    scene.mastodon.statuses[0]?.text ?? '',
    /^(?:Reports can be exported|Charts can be shared); and 1 more change\./,
  )
  assert.equal(scene.mastodon.statuses.length, 1)
  await db.write(tx => withdrawEntry(tx, scene.action, edition.id))
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['withdrawn bluesky', 'withdrawn mastodon'])
  assert.equal(scene.mastodon.statuses.length + scene.bluesky.records.size, 0)
})
