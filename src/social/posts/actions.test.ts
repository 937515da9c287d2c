import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { editEntry } from '#changelog/entries/edit.ts'
import { entryById } from '#changelog/entries/store.ts'
import { publishEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { changePage } from '#changelog/page/settings.ts'
import { publishSoon, queueEntry, requeueEntry, unqueueEntry } from '#changelog/publishing/queue.ts'
import { addTime, changeSchedule } from '#changelog/publishing/schedule.ts'
import { de } from '#changelog/words/de.ts'
import { isoOf } from '#platform/clock.ts'
import { connectWithSecret } from '#social/accounts/connect.ts'
import { aTime } from '#testing/schedule.ts'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { holdPost } from './actions.ts'
import { changeText, editText } from './edit-text.ts'
import { postTextOf } from './texts.ts'

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

story(
  'a queued entry keeps its place in the queue when its post became too long for the network',
  async scene => {
    const { service, action, account } = scene
    const { db } = service
    const mastodon = await scene.connectMastodon()
    await db.write(tx => addTime(tx, action, account.id, aTime('friday 10:00')))
    const id = await scene.draft('Reports can be exported')
    await changeText(scene.context, await entryById(db.read, id), mastodon, 'x'.repeat(400))
    await db.write(tx => queueEntry(tx, action, id, { at: 'next' }))
    const limits = '{"text":300,"link":23,"imageBytes":9,"alt":9}'
    await db.write(tx => tx.updateTable('social_account').set({ limits }).execute())
    await db.write(tx => addTime(tx, action, account.id, aTime('thursday 10:00')))
    const moved = await entryById(db.read, id)
    assert.ok(moved.state === 'queued')
    assert.equal(isoOf(moved.queuedFor).slice(0, 10), '2026-03-05')
    await db.write(tx => requeueEntry(tx, action, id, { at: moved.queuedFor + MINUTE }))
    const refused = { code: 'invalid_parameter', message: /cannot be posted/ }
    await assert.rejects(
      db.write(tx => editEntry(tx, action, id, { body: 'As CSV.' })),
      refused,
    )
    await db.write(tx => publishSoon(tx, action, id))
    await db.write(tx => unqueueEntry(tx, action, id))
    await assert.rejects(
      db.write(tx => queueEntry(tx, action, id, { at: 'next' })),
      refused,
    )
  },
)

story('a text that a person wrote keeps its card when the headline is changed afterwards', async scene => {
  const { db } = scene.service
  const account = await scene.connectBluesky()
  const context = { ...scene.action, hostRules: { operatorHosts: [], proof: 'off' as const } }
  await db.write(tx => changePage(tx, context, scene.account.id, { isOn: true, name: 'acme' }))
  const id = await scene.draft('Reports leave as CSV')
  const entry = await entryById(db.read, id)
  const link = `https://news.acme.example/c/acme/e/reports-leave-as-csv-${id}`
  await db.write(tx => editText(tx, scene.context, entry, account, `Take them along (${link}).`))
  await db.write(tx => editEntry(tx, scene.action, id, { title: 'Reports can be exported' }))
  const text = await postTextOf(db.read, scene.context, await entryById(db.read, id), account)
  assert.deepEqual([text.card?.title, text.card?.url], ['Reports can be exported', link])
  await db.write(tx => publishEntry(tx, scene.action, id))
  await scene.pass(DELAY)
  const [record] = scene.bluesky.records.values()
  assert.equal(record.embed.external.uri, link)
})

story('a post says what is breaking in the language of its entry', async scene => {
  const { db } = scene.service
  const account = await scene.connectBluesky()
  const id = await scene.draft('Framework 7 wird gebraucht')
  await db.write(tx => sql`update decision set is_breaking = 1`.execute(tx))
  await db.write(tx => editEntry(tx, scene.action, id, { language: 'de' }))
  const { text } = await postTextOf(db.read, scene.context, await entryById(db.read, id), account)
  assert.equal(text, `${de.breaking}: Framework 7 wird gebraucht`)
})
