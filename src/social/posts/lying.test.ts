import assert from 'node:assert/strict'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { engineInTurn } from '#testing/databases.ts'
import type { NetworkAnswer } from '#testing/networks/server.ts'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'

// Answers that do not come from the network itself, or that name another post.

const HTML = {
  status: 404,
  bytes: Buffer.from('<html><body>Not Found</body></html>'),
  headers: { 'content-type': 'text/html' },
}

async function publishedAndWithdrawn(scene: SocialScene): Promise<void> {
  await scene.connectMastodon()
  const id = await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
}

for (const [what, answer] of [
  ['404 of a proxy', HTML],
  ['404 of another interface', { status: 404, json: { message: 'no route' } }],
  ['welcome page of a proxy', { ...HTML, status: 200 }],
  ['answer about another status', { status: 200, json: { id: '1' } }],
] as const)
  story(`a post is not taken for removed by the ${what}, and a person is told`, async scene => {
    await publishedAndWithdrawn(scene)
    scene.mastodon.intercept((request, through) => (request.method === 'DELETE' ? answer : through()))
    await scene.pass(0)
    assert.deepEqual(await scene.states(), ['posted mastodon'])
    for (let turn = 0; turn < 20; turn++) await scene.pass(2 * 60 * MINUTE)
    const [post] = await scene.posts()
    assert.deepEqual([post?.state, post?.withdrawal], ['posted', 'refused'])
    assert.match(post?.reason ?? '', /^The server (answered 404|sent an answer that)/)
    assert.equal(scene.mastodon.statuses.length, 1)
  })

story('a post that the server no longer has counts as removed', async scene => {
  await publishedAndWithdrawn(scene)
  scene.mastodon.statuses.length = 0
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['withdrawn mastodon'])
})

const CASES = [
  ['mastodon', 'another of our posts', 'Reports can be printed', 'ours'],
  ['mastodon', 'another of our posts of the same text', 'Reports can be exported', 'ours'],
  ['mastodon', "somebody's post", 'Reports can be printed', 'by hand'],
  ['x', 'another of our posts', 'Reports can be printed', 'ours'],
  ['x', "somebody's post", 'Reports can be printed', 'by hand'],
] as const

for (const [at, [network, what, title, whose]] of CASES.entries())
  story(
    `an answer that names ${what} on ${network} is not believed`,
    async scene => {
      await (network === 'x' ? scene.connectX() : scene.connectMastodon())
      const answers: NetworkAnswer[] = []
      scene[network].intercept(async ({ method, url }, through) => {
        const given = await through()
        if (method !== 'POST' || !/\/(statuses|tweets)$/.test(url.pathname)) return given
        answers.push(given)
        return answers[0] ?? given
      })
      await scene.publish('Reports can be exported')
      await scene.pass(DELAY)
      const { db } = scene.service
      await db.write(tx => tx.updateTable('entry').set({ title: 'The first' }).execute())
      if (whose === 'by hand') await db.write(tx => tx.updateTable('post').set({ remote_id: '1' }).execute())
      const id = await scene.publish(title)
      await scene.pass(DELAY)
      assert.deepEqual((await scene.states()).sort(), [`posted ${network}`, `unknown ${network}`])
      await scene.pass(2 * MINUTE)
      assert.deepEqual(await scene.states(), [`posted ${network}`, `posted ${network}`])
      await db.write(tx => withdrawEntry(tx, scene.action, id))
      await scene.pass(MINUTE)
      assert.deepEqual((await scene.states()).sort(), [`posted ${network}`, `withdrawn ${network}`])
      const left = network === 'x' ? scene.x.posts : scene.mastodon.statuses
      assert.deepEqual(
        left.map(({ text }) => text),
        ['Reports can be exported'],
      )
    },
    { engines: [engineInTurn(at)] },
  )
