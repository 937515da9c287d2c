import assert from 'node:assert/strict'
import { entryById } from '#changelog/entries/store.ts'
import { changeSocialAccount } from '#social/accounts/manage.ts'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { resolvePost, retryPost, sendNow } from './actions.ts'
import { budgetOf } from './budget.ts'
import { changeText } from './edit-text.ts'
import { textsOf } from './texts.ts'

const DAY = 24 * 60 * MINUTE

async function publicRepository({ service }: SocialScene): Promise<void> {
  await service.db.write(tx => tx.updateTable('repository').set({ is_public: 1 }).execute())
}

story('the price of a post on X is shown, and a cheaper text without its link is offered', async scene => {
  const account = await scene.connectX()
  const id = await scene.draft('Reports can be exported')
  await publicRepository(scene)
  const { read } = scene.service.db
  const entry = await entryById(read, id)
  const [text] = await textsOf(read, scene.context, entry, [account])
  assert.match(text?.text ?? '', /^Reports can be exported\n\nhttps:\/\/github\.com\/acme\/app\/pull\/1$/)
  assert.deepEqual(
    [text?.price, text?.withoutLink],
    [200_000, { text: 'Reports can be exported', price: 15_000 }],
  )
  const after = await changeText(scene.context, entry, account, text?.withoutLink?.text ?? null)
  assert.deepEqual([after.price, after.withoutLink], [15_000, null])
})

story('posts stop before the budget of the month is passed, and go on when it is raised', async scene => {
  const account = await scene.connectX()
  const { db } = scene.service
  const setBudget = (budget: number) =>
    db.write(tx => changeSocialAccount(tx, scene.context, account, { budget }))
  await setBudget(40_000)
  for (const title of ['Reports can be exported', 'Reports can be printed', 'Reports can be shared'])
    await scene.publish(title)
  await scene.pass(DELAY)
  await scene.pass(MINUTE)
  assert.deepEqual((await scene.states()).sort(), ['held (budget) x', 'posted x', 'posted x'])
  assert.equal(scene.x.posts.length, 2)
  const held = (await scene.posts()).find(post => post.held === 'budget')
  assert.ok(held)
  await db.write(tx => sendNow(tx, scene.action, held))
  await scene.pass(0)
  assert.equal(scene.x.posts.length, 2)
  await setBudget(45_000)
  await db.write(async tx => sendNow(tx, scene.action, held))
  await scene.pass(0)
  assert.equal(scene.x.posts.length, 3)
})

story('a new month has its own budget, and what X never got costs nothing', async scene => {
  const account = await scene.connectX()
  const { db } = scene.service
  await db.write(tx => changeSocialAccount(tx, scene.context, account, { budget: 15_000 }))
  scene.x.misbehave(({ url }) => (url.pathname === '/2/tweets' ? 'drop before' : null))
  await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  scene.x.misbehave(() => null)
  const [lost] = await scene.posts()
  assert.ok(lost)
  await db.write(async tx => {
    await retryPost(tx, scene.context, await resolvePost(tx, scene.action, lost, { outcome: 'absent' }))
  })
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['posted x'])
  scene.clock.advance(31 * DAY)
  await scene.publish('Reports can be printed')
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['posted x', 'posted x'])
})

story('a post whose outcome is unknown counts towards the budget', async scene => {
  const account = await scene.connectX()
  const { db } = scene.service
  await db.write(tx => changeSocialAccount(tx, scene.context, account, { budget: 15_000 }))
  scene.x.misbehave(({ url }) => (url.pathname.endsWith('/tweets') ? 'drop after' : null))
  await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['unknown x'])
  await scene.publish('Reports can be printed')
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['unknown x', 'held (budget) x'])
  assert.equal((await budgetOf(db.read, account, scene.clock.now())).spent, 15_000)
})
