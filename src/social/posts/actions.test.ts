import assert from 'node:assert/strict'
import { entryById } from '#changelog/entries/store.ts'
import { publishEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { changeSchedule } from '#changelog/publishing/schedule.ts'
import { connectWithSecret } from '#social/accounts/connect.ts'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { holdPost } from './actions.ts'
import { changeText } from './edit-text.ts'

const onlyPost = async (scene: SocialScene) => (await scene.posts())[0] ?? assert.fail()

/** Connects an account on Mastodon. `revoke` revokes its token. */
async function connectRevocable(scene: SocialScene): Promise<{ revoke(): void }> {
  const token = scene.mastodon.aToken()
  await connectWithSecret(
    scene.context,
    { accountId: scene.account.id, network: 'mastodon' },
    { instance: scene.mastodon.origin, handle: null, secret: token },
  )
  return { revoke: () => scene.mastodon.revoke(token) }
}

const withdraw = (scene: SocialScene, id: string) =>
  scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
const publishAgain = (scene: SocialScene, id: string) =>
  scene.service.db.write(tx => publishEntry(tx, scene.action, id))

story('a post that a person holds stays held when its account is reconnected', async scene => {
  const access = await connectRevocable(scene)
  await scene.publish('Reports can be exported')
  access.revoke()
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['held (reconnect) mastodon'])
  await scene.service.db.write(async tx => holdPost(tx, scene.action, await onlyPost(scene)))
  await scene.connectMastodon()
  await scene.pass(MINUTE)
  assert.deepEqual(await scene.states(), ['held (by hand) mastodon'])
})

story('a post stays up when its entry is published again before the post was removed', async scene => {
  const access = await connectRevocable(scene)
  const id = await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  access.revoke()
  await withdraw(scene, id)
  await scene.pass(MINUTE)
  await publishAgain(scene, id)
  await scene.connectMastodon()
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
  assert.equal(scene.mastodon.statuses.length, 1)
})

story('a post whose outcome is unknown goes out when its entry is published again', async scene => {
  await scene.connectMastodon()
  const id = await scene.publish('Reports can be exported')
  scene.mastodon.misbehave(({ method, url }) =>
    method === 'POST' && url.pathname === '/api/v1/statuses' ? 'drop before' : null,
  )
  await scene.pass(DELAY)
  scene.mastodon.misbehave(() => null)
  await withdraw(scene, id)
  await publishAgain(scene, id)
  await scene.pass(MINUTE)
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['posted mastodon'])
  assert.equal(scene.mastodon.statuses.length, 1)
})

story('an edit that comes after the post was sent is refused', async scene => {
  const account = await scene.connectMastodon()
  const id = await scene.publish('Reports can be exported')
  const { db } = scene.context
  const entry = await entryById(db.read, id)
  const sentFirst: typeof db = {
    ...db,
    write: async work => {
      await scene.pass(DELAY)
      return db.write(work)
    },
  }
  await assert.rejects(
    changeText({ ...scene.context, db: sentFirst }, entry, account, 'Quite other words'),
    /on its way/,
  )
  const stored = await db.read.selectFrom('post_text').select('text').execute()
  assert.deepEqual(stored, [], 'nothing says what never went out')
})

story('the text of a post that is up is stored as it was sent', async scene => {
  const account = await scene.connectMastodon()
  const id = await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  const entry = await entryById(scene.service.db.read, id)
  await changeText(scene.context, entry, account, '  Other \u202ewords\u{e0041}  ')
  const { text } = await scene.service.db.read
    .selectFrom('post_text')
    .select('text')
    .executeTakeFirstOrThrow()
  assert.equal(text, 'Other words')
  assert.equal((await onlyPost(scene)).text, text)
  assert.equal(scene.mastodon.statuses[0]?.text, text)
})

story('a post keeps its language when its text is changed', async scene => {
  const account = await scene.connectMastodon()
  const { db } = scene.service
  await db.write(tx => changeSchedule(tx, scene.action, scene.account.id, { language: 'de' }))
  const id = await scene.publish('Berichte gibt es als CSV')
  await scene.pass(DELAY)
  await changeText(scene.context, await entryById(db.read, id), account, 'Berichte gibt es jetzt als CSV')
  const [status] = scene.mastodon.statuses
  assert.deepEqual([status?.text, status?.language], ['Berichte gibt es jetzt als CSV', 'de'])
})
