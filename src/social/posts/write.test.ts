import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { editEntry } from '#changelog/entries/edit.ts'
import { entryById } from '#changelog/entries/store.ts'
import { socialAccountById } from '#social/accounts/social-account.ts'
import { type LanguageModelServer, startLanguageModelServer } from '#testing/language-model-server.ts'
import { aSocialScene, DELAY, MINUTE, type SocialScene } from '#testing/social.ts'
import { saveWriter, switchWriter } from '#writing/connection/writer.ts'
import { editText } from './edit-text.ts'
import { requestWords } from './plan.ts'
import { proposedTexts } from './texts.ts'

let server: LanguageModelServer
before(async () => {
  server = await startLanguageModelServer()
})
after(() => server.close())

const TITLE = 'Reports can be exported as CSV'
const BODY = 'Every report has an Export button. The file keeps your filters.'
const words = (headline: string, ...sentences: string[]) => ({
  text: JSON.stringify({
    headline: { text: headline, from: TITLE },
    sentences: sentences.map(text => ({ text, from: 'Every report has an Export button' })),
  }),
})
const GOOD = words('Take your reports along as CSV', 'Every report has an Export button.')

/** A team with a Mastodon account, whose writer is the test's server. */
async function withWriter(body: (scene: SocialScene) => Promise<void>) {
  await using scene = await aSocialScene('sqlite', [{ origin: server.address }])
  const { service, account, action } = scene
  const place = { provider: 'openai-compatible', baseUrl: `${server.address}/v1` } as const
  const settings = { ...place, model: 'some', apiKey: null, budget: null }
  const secrets = await service.secrets()
  await service.db.write(async tx => {
    await saveWriter(tx, action, secrets, account.id, settings)
    await switchWriter(tx, action, account.id, true)
  })
  await scene.connectMastodon()
  server.asked.length = 0
  await body(scene)
}

const textOf = async (scene: SocialScene) => (await scene.posts())[0]?.text.split('\n\nhttps://')[0]

test('a post goes out in the words of the writer, who sees the entry alone and is asked once', () =>
  withWriter(async scene => {
    server.behave(() => GOOD)
    await scene.publish(TITLE, { body: BODY })
    assert.equal(await textOf(scene), `${TITLE}\n\n${BODY}`, 'nobody waits for the writer')
    await scene.pass(MINUTE)
    assert.equal(await textOf(scene), 'Take your reports along as CSV\n\nEvery report has an Export button.')
    await scene.pass(DELAY)
    assert.match(scene.mastodon.statuses[0]?.text ?? '', /^Take your reports along as CSV/)
    assert.deepEqual([server.asked.length, (await scene.states())[0]], [1, 'posted mastodon'])
    assert.match(server.asked[0]?.prompt ?? '', /The file keeps your filters/)
    assert.doesNotMatch(server.asked[0]?.prompt ?? '', /acme\/app/)
  }))

test('whoever looks at the posts of a draft finds them in the words of the writer a moment later', () =>
  withWriter(async scene => {
    server.behave(() => GOOD)
    const { db } = scene.service
    const entry = await entryById(db.read, await scene.draft(TITLE, { body: BODY }))
    for (let look = 0; look < 2; look++) {
      await db.write(tx => requestWords(tx, scene.action, scene.context, entry))
      await scene.pass(MINUTE)
    }
    const [text] = await proposedTexts(db.read, scene.context, entry, ['bluesky'])
    assert.match(text?.text ?? '', /^Take your reports along as CSV\n\nEvery report/)
    assert.equal(server.asked.length, 1)
  }))

test('when the entry is edited, the writer is asked about the new words', () =>
  withWriter(async scene => {
    server.behave(() => GOOD)
    const id = await scene.publish(TITLE, { body: BODY })
    await scene.pass(MINUTE)
    const { db } = scene.service
    await db.write(tx => editEntry(tx, scene.action, id, { body: 'Every report has an Export button.' }))
    assert.equal(await textOf(scene), `${TITLE}\n\nEvery report has an Export button.`)
    await scene.pass(MINUTE)
    assert.match((await textOf(scene)) ?? '', /^Take your reports along/)
    assert.equal(server.asked.length, 2)
  }))

test('a text that a person wrote stays, whenever the writer answers', () =>
  withWriter(async scene => {
    server.behave(() => GOOD)
    const id = await scene.publish(TITLE, { body: BODY })
    const { db } = scene.service
    const [post] = await scene.posts()
    await db.write(async tx =>
      editText(
        tx,
        scene.context,
        await entryById(tx, id),
        await socialAccountById(tx, post?.socialAccountId ?? ''),
        'Our own words',
      ),
    )
    await scene.pass(MINUTE)
    assert.equal(await textOf(scene), 'Our own words')
  }))

for (const [what, answer] of [
  ['says more than the entry', words('Zorblax exports your reports')],
  ['adds a link', words('Take your reports along, see evil.example.com')],
  ['is out of order', { text: 'no JSON' }],
] as const)
  test(`when the writer ${what}, the post goes out in the entry's own words`, () =>
    withWriter(async scene => {
      server.behave(() => answer)
      await scene.publish(TITLE, { body: BODY })
      await scene.pass(MINUTE)
      await scene.pass(DELAY)
      assert.equal(await textOf(scene), `${TITLE}\n\n${BODY}`)
      assert.deepEqual([server.asked.length, await scene.states()], [1, ['posted mastodon']])
    }))
