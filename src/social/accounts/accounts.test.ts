import assert from 'node:assert/strict'
import { createSet } from '#accounts/sets.ts'
import { feedFormats } from '#app/registry.ts'
import { entryById } from '#changelog/entries/store.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { EXPORTS } from '#pipeline/export/export.ts'
import { connectWithSecret } from '#social/accounts/connect.ts'
import { deleteSet } from '#social/delete-set.ts'
import { holdPost } from '#social/posts/actions.ts'
import { listPosts } from '#social/posts/post.ts'
import { engineInTurn } from '#testing/databases.ts'
import { anOwner } from '#testing/owners.ts'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { until } from '#testing/until.ts'
import { disconnectSocialAccount } from './disconnect.ts'
import { tellOfEnd, verifySocialAccount } from './health.ts'
import { listSocialAccounts, socialAccountById } from './social-account.ts'

const DAY = 24 * 60 * MINUTE

const reconnectBluesky = async (scene: SocialScene, secret = scene.bluesky.anAppPassword()) =>
  connectWithSecret(
    scene.context,
    { accountId: scene.account.id, network: 'bluesky' },
    { instance: null, handle: scene.bluesky.handle, secret },
  )

story('an account is connected by its handle, with its own server, name and limits', async scene => {
  const bluesky = await scene.connectBluesky()
  assert.deepEqual(
    [bluesky.instance, bluesky.profile.handle, bluesky.profile.id, bluesky.limits.text],
    [scene.bluesky.origin, '@acme.example.com', scene.bluesky.did, 300],
  )
  const mastodon = await scene.connectMastodon()
  assert.equal(mastodon.profile.handle, `@acme@${new URL(scene.mastodon.origin).host}`)
  assert.deepEqual([mastodon.limits.text, mastodon.limits.link], [500, 23])
  await reconnectBluesky(scene)
  assert.equal((await listSocialAccounts(scene.service.db.read, scene.account.id)).length, 2)
})

story('a wrong secret, and the password of the account itself, are refused with a reason', async scene => {
  await assert.rejects(reconnectBluesky(scene, 'wrong'), {
    code: 'invalid_parameter',
    message: /could not be connected.*refused the handle or the app password.*Create a new app password/,
  })
  await assert.rejects(reconnectBluesky(scene, scene.bluesky.password), {
    code: 'invalid_parameter',
    message: /Make an app password/,
  })
})

story('a session that expired is renewed by itself', async scene => {
  await scene.connectBluesky()
  await scene.publish('Reports can be exported')
  scene.bluesky.expireSessions()
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['posted bluesky'])
})

story('revoked access holds posts and is told once; after reconnecting they go out', async scene => {
  await anOwner(scene)
  const { db } = scene.service
  const mails: string[] = []
  scene.context.transport = async () => ({
    name: 'a list',
    send: async ({ text }) => void mails.push(text),
    check: async () => 'ready',
  })
  const secret = scene.bluesky.anAppPassword()
  const account = await reconnectBluesky(scene, secret)
  scene.bluesky.revoke(secret)
  scene.bluesky.expireSessions()
  await scene.publish('Reports can be exported')
  await scene.publish('Reports can be printed')
  await scene.publish('Reports can be sent')
  const [last] = await scene.posts()
  assert.ok(last)
  await db.write(tx => holdPost(tx, scene.action, last))
  await scene.pass(DELAY)
  // Of the two requests, one waited because the other was renewing the session.
  await scene.pass(MINUTE)
  const [refused, byHand] = ['held (reconnect) bluesky', 'held (by hand) bluesky']
  assert.deepEqual((await scene.states()).toSorted(), [byHand, refused, refused])
  assert.equal((await socialAccountById(db.read, account.id)).state, 'needs reconnecting')
  assert.equal(mails.length, 1)
  assert.match(mails.join(), /@acme\.example\.com on Bluesky/)
  assert.match(mails.join(), /2 posts are on hold and go out after that/)

  scene.clock.advance(60 * MINUTE)
  await reconnectBluesky(scene)
  await scene.pass(0)
  assert.deepEqual((await scene.states()).toSorted(), [byHand, 'posted bluesky', 'posted bluesky'])
})

for (const [at, outcome] of (['a post', 'a withdrawal'] as const).entries())
  story(
    `${outcome} that is refused with old credentials is repeated with those of a reconnection meanwhile`,
    async scene => {
      const connect = (secret: string) =>
        connectWithSecret(
          scene.context,
          { accountId: scene.account.id, network: 'mastodon' },
          { instance: scene.mastodon.origin, handle: null, secret },
        )
      const old = scene.mastodon.aToken()
      const account = await connect(old)
      const id = await scene.publish('Reports can be exported')
      if (outcome === 'a withdrawal') {
        await scene.pass(DELAY)
        await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
      }
      scene.mastodon.revoke(old)
      const { fetchFrom } = scene.context.network
      scene.context.network.fetchFrom = server => async (input, init) => {
        const answer = await fetchFrom(server)(input, init)
        if (answer.status === 401) {
          scene.context.network.fetchFrom = fetchFrom
          await connect(scene.mastodon.aToken())
        }
        return answer
      }
      await scene.pass(DELAY)
      await scene.pass(MINUTE)
      assert.deepEqual(await scene.states(), [`${outcome === 'a post' ? 'posted' : 'withdrawn'} mastodon`])
      assert.equal((await socialAccountById(scene.service.db.read, account.id)).state, 'active')
    },
    { engines: [engineInTurn(at)] },
  )

story('held posts that are too late by then wait for a person', async scene => {
  const secret = scene.bluesky.anAppPassword()
  await reconnectBluesky(scene, secret)
  scene.bluesky.revoke(secret)
  scene.bluesky.expireSessions()
  await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  scene.clock.advance(2 * DAY)
  await reconnectBluesky(scene)
  await scene.pass(0)
  assert.deepEqual(await scene.states(), ['held (late) bluesky'])
})

story('verifying an account whose token was revoked marks it', async scene => {
  const token = scene.mastodon.aToken()
  const account = await connectWithSecret(
    scene.context,
    { accountId: scene.account.id, network: 'mastodon' },
    { instance: scene.mastodon.origin, handle: null, secret: token },
  )
  assert.equal((await verifySocialAccount(scene.context, account)).state, 'active')
  scene.mastodon.revoke(token)
  await assert.rejects(verifySocialAccount(scene.context, account), { reason: 'unauthorized' })
  const after = await socialAccountById(scene.service.db.read, account.id)
  assert.deepEqual(
    [after.state, after.stateReason],
    [
      'needs reconnecting',
      'The server does not accept the access token: it was revoked, has ended or is not complete. Connect the account again.',
    ],
  )
})

story('owners are told once, two weeks ahead, that access to LinkedIn ends', async scene => {
  await anOwner(scene)
  const account = await connectWithSecret(
    scene.context,
    { accountId: scene.account.id, network: 'linkedin' },
    { instance: null, handle: 'company/acme', secret: scene.linkedin.aToken() },
  )
  const told = async () => {
    await tellOfEnd(scene.context, account)
    await scene.pass(0)
    return scene.printed.filter(text => /needs reconnecting before \d{1,2} [A-Z][a-z]+ \d{4}/.test(text))
      .length
  }
  const left = (account.expiresAt ?? 0) - scene.clock.now()
  scene.clock.advance(left - 15 * DAY)
  assert.equal(await told(), 0)
  scene.clock.advance(2 * DAY)
  assert.equal(await told(), 1)
  assert.equal(await told(), 1)
})

story('disconnecting forgets the credentials and cancels what has not gone out', async scene => {
  const account = await scene.connectBluesky()
  await scene.publish('Reports can be exported')
  const { db } = scene.service
  await disconnectSocialAccount(scene.context, account)
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['cancelled bluesky'])
  const row = await db.read.selectFrom('social_account').select('credentials').executeTakeFirstOrThrow()
  assert.equal(row.credentials, null)
  assert.deepEqual(await listSocialAccounts(db.read, scene.account.id), [])
})

story(
  'a post that was still to be removed when its account is disconnected waits for a person',
  async scene => {
    const token = scene.mastodon.aToken()
    const account = await connectWithSecret(
      scene.context,
      { accountId: scene.account.id, network: 'mastodon' },
      { instance: scene.mastodon.origin, handle: null, secret: token },
    )
    const id = await scene.publish('Reports can be exported')
    await scene.pass(DELAY)
    scene.mastodon.revoke(token)
    await scene.service.db.write(tx => withdrawEntry(tx, scene.action, id))
    await scene.pass(MINUTE)
    await disconnectSocialAccount(scene.context, account)
    await scene.pass(0)
    const { posts } = await listPosts(scene.service.db.read, { accountId: scene.account.id, isWaiting: true })
    assert.deepEqual(
      posts.map(({ state, withdrawal, reason }) => [state, withdrawal, reason]),
      [['posted', 'refused', 'Its social account is disconnected.']],
    )
  },
)

story('disconnecting ends the access on the network', async scene => {
  for (const account of [await scene.connectX(), await scene.connectBluesky()])
    await disconnectSocialAccount(scene.context, account)
  assert.deepEqual([scene.x.grants(), scene.bluesky.sessions()], [0, 0])
})

story('a network that does not answer keeps nobody from disconnecting', async scene => {
  const account = await scene.connectX()
  scene.x.misbehave(() => 'broken before')
  await disconnectSocialAccount(scene.context, account)
  assert.deepEqual(await listSocialAccounts(scene.service.db.read, scene.account.id), [])
  assert.match(scene.logged.join(), /access could not be revoked.*X answered 502/)
})

story('servers that are not what they seem are refused before anything is sent', async scene => {
  const connect = (instance: string) =>
    connectWithSecret(
      scene.context,
      { accountId: scene.account.id, network: 'mastodon' },
      { instance, handle: null, secret: 'secret-token' },
    )
  const asked = scene.mastodon.asked.length
  const refused = {
    'https://acme:pw@mastodon.social': /not the name of a server/,
    'mastodon.social/../x': /not the name of a server/,
    'mаstodon.social': /its real name is xn--mstodon-2fg\.social/,
    'http://mastodon.social': /by https/,
    'http://169.254.169.254': /by https/,
    '169.254.169.254': /not on the public internet/,
    'localhost:3000': /on port 3000/,
    '': /not the name of a server/,
  }
  for (const [instance, message] of Object.entries(refused))
    await assert.rejects(connect(instance), { code: 'invalid_parameter', message }, instance)
  assert.equal(scene.mastodon.asked.length, asked)
})

story('secrets are sealed in the database and absent from logs, the activity and exports', async scene => {
  const secret = scene.bluesky.anAppPassword()
  await reconnectBluesky(scene, secret)
  scene.bluesky.revoke(secret)
  await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  const { db, clock, baseUrl } = scene.service
  const means = { db: db.read, clock, baseUrl, feedFormats }
  const exported = (await Array.fromAsync(EXPORTS.json.write(means, scene.account))).join('')
  assert.match(exported, /"handle":"@acme\.example\.com"/)
  assert.match(exported, /"text":"Reports can be exported"/)
  const rows = [
    exported,
    await db.read.selectFrom('social_account').selectAll().execute(),
    await db.read.selectFrom('activity').selectAll().execute(),
    await db.read.selectFrom('job').selectAll().execute(),
    scene.logged,
    scene.printed,
  ]
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(secret))
  assert.match(JSON.stringify(rows), /v1\.test\./)
})

story(
  'deleting a set leaves its entries without a set, queued ones as drafts, and its accounts with none',
  async scene => {
    const { db, clock, ids } = scene.service
    const set = await db.write(tx => createSet(tx, clock, ids, scene.account.id, { name: 'Mobile' }))
    const account = await scene.connectBluesky(set.id)
    const id = await scene.draft('Reports can be exported')
    await db.write(tx => queueEntry(tx, scene.action, id, { at: clock.now() + MINUTE, setId: set.id }))
    const feed = `/changelog/${scene.account.publicId}/${set.id}`
    assert.equal((await scene.ask(feed)).status, 200)
    await db.write(tx => deleteSet(tx, scene.action, scene.account.id, set.id))
    // On PostgreSQL a feed may be up to 200 milliseconds stale.
    await until(async () => (await scene.ask(feed)).status === 404)
    const entry = await entryById(db.read, id)
    assert.deepEqual([entry.state, entry.setId], ['draft', null])
    assert.equal((await socialAccountById(db.read, account.id)).setId, null)
  },
)
