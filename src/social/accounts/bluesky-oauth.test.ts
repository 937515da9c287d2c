import assert from 'node:assert/strict'
import { anOwner } from '#testing/owners.ts'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { startAuthorization } from './authorize.ts'
import { disconnectSocialAccount } from './disconnect.ts'
import { listSocialAccounts, type SocialAccount } from './social-account.ts'

const start = (scene: SocialScene, handle: string | null = scene.bluesky.handle) =>
  startAuthorization(scene.context, {
    accountId: scene.account.id,
    personId: null,
    network: 'bluesky',
    setId: null,
    reconnects: null,
    instance: null,
    handle,
  })

/** Makes the server read the metadata of this service, whose address is https. */
async function introduce(scene: SocialScene): Promise<void> {
  const { status, text } = await scene.ask('/social/bluesky/client-metadata.json')
  assert.equal(status, 200)
  scene.bluesky.oauth.knowClient(JSON.parse(text))
}

const comeBack = async (scene: SocialScene, { pathname, search }: URL) => {
  const { status, text } = await scene.ask(pathname + search)
  return { status, text }
}

async function connected(scene: SocialScene): Promise<SocialAccount> {
  await introduce(scene)
  const { status } = await comeBack(scene, scene.bluesky.oauth.agree((await start(scene)).url))
  assert.equal(status, 200)
  const [account] = await listSocialAccounts(scene.service.db.read, scene.account.id)
  assert.ok(account)
  return account
}

story('a person agrees on the sign-in page of their Bluesky server, and posts go out', async scene => {
  const account = await connected(scene)
  assert.deepEqual([account.profile.handle, account.instance], ['@acme.example.com', scene.bluesky.origin])
  await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['posted bluesky'])
  assert.equal(scene.bluesky.records.size, 1)
})

story('the document of the client has its address as id and no private key', async scene => {
  const { text, headers } = await scene.ask('/social/bluesky/client-metadata.json')
  const { client_id, redirect_uris, jwks } = JSON.parse(text)
  assert.equal(client_id, 'https://news.acme.example/social/bluesky/client-metadata.json')
  assert.deepEqual(redirect_uris, ['https://news.acme.example/social/bluesky/return'])
  assert.deepEqual(
    jwks.keys.map(({ kty, d }: { kty: string; d?: string }) => [kty, d]),
    [['EC', undefined]],
  )
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.equal((await scene.ask('/social/bluesky/client-metadata.json')).text, text)
  assert.equal((await scene.ask('/social/mastodon/client-metadata.json')).status, 404)
})

story('tokens and keys are sealed in the database and appear in no log', async scene => {
  await connected(scene)
  const { credentials } = await scene.service.db.read
    .selectFrom('social_account')
    .select('credentials')
    .executeTakeFirstOrThrow()
  const apps = await scene.service.db.read.selectFrom('social_app').select('client').execute()
  for (const text of [credentials, ...apps.map(({ client }) => client), ...scene.logged])
    assert.doesNotMatch(String(text), /access|dpop|"kty"|"d":/)
})

story(
  'an access token that has ended is renewed once, and its refresh token is never used again',
  async scene => {
    await connected(scene)
    scene.bluesky.expireSessions()
    for (const title of ['Reports can be exported', 'Reports can be shared']) {
      await scene.publish(title)
      await scene.pass(DELAY)
    }
    assert.deepEqual(await scene.states(), ['posted bluesky', 'posted bluesky'])
    scene.bluesky.expireSessions()
    scene.clock.advance(2 * 60 * MINUTE)
    await scene.publish('Reports can be printed')
    await scene.pass(DELAY)
    assert.equal(scene.bluesky.records.size, 3)
    const exchanges = scene.bluesky.asked.filter(request => request === 'POST /oauth/token')
    // Each of the three exchanges has a first attempt, which is told the nonce.
    assert.equal(exchanges.length, 6)
  },
)

story('a revoked session holds posts until the account is reconnected in the dashboard', async scene => {
  const account = await connected(scene)
  scene.bluesky.oauth.revoke()
  await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['held (reconnect) bluesky'])
  const owner = await anOwner(scene)
  const root = `/app/api/accounts/${scene.account.publicId}/actions`
  const { json } = await owner.post(`${root}/social.reauthorize`, { id: account.id })
  const back = scene.bluesky.oauth.agree(json.url)
  assert.equal((await comeBack(scene, back)).status, 401)
  assert.equal((await owner.get(back.pathname + back.search)).status, 303)
  await scene.pass(MINUTE)
  assert.deepEqual(await scene.states(), ['posted bluesky'])
})

story('disconnecting ends the session on the server of the account', async scene => {
  const account = await connected(scene)
  assert.equal(scene.bluesky.sessions(), 1)
  await disconnectSocialAccount(scene.context, account)
  assert.equal(scene.bluesky.sessions(), 0)
})

story('an answer in the name of another server connects nothing', async scene => {
  await introduce(scene)
  const back = scene.bluesky.oauth.agree((await start(scene)).url)
  back.searchParams.set('iss', 'https://evil.example')
  const { status, text } = await comeBack(scene, back)
  assert.deepEqual([status, /Issuer mismatch/.test(text)], [400, true])
  assert.deepEqual(await listSocialAccounts(scene.service.db.read, scene.account.id), [])
})

story('handles that lead to private addresses, to look-alikes or nowhere are refused', async scene => {
  const { strangers } = scene.bluesky
  const did = 'did:plc:zzzzzzzzzzzzzzzzzzzzzzzz'
  strangers.set('metadata.example.com', { did, server: 'https://169.254.169.254' })
  strangers.set('plain.example.com', { did: did.replace('zz', 'yy'), server: 'http://pds.example.com' })
  for (const [handle, message] of [
    ['metadata.example.com', /169\.254\.169\.254/],
    ['plain.example.com', /has to be reached by https/],
    ['nobody.example.com', /No account was found for this handle/],
    ['аcme.example.com', /A handle looks like/],
    ['acme.example.com@evil.example', /A handle looks like/],
  ] as const)
    await assert.rejects(start(scene, handle), { code: 'invalid_parameter', message })
})
