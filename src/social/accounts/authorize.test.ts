import assert from 'node:assert/strict'
import { changeRole } from '#accounts/members.ts'
import { pruneTickets } from '#platform/tickets.ts'
import { engineInTurn } from '#testing/databases.ts'
import { aMember, personId } from '#testing/members.ts'
import { anOwner } from '#testing/owners.ts'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { reconnection, startAuthorization } from './authorize.ts'
import { disconnectSocialAccount } from './disconnect.ts'
import { listSocialAccounts } from './social-account.ts'

const start = (scene: SocialScene, personId: string | null = null) =>
  startAuthorization(scene.context, {
    accountId: scene.account.id,
    personId,
    network: 'mastodon',
    setId: null,
    reconnects: null,
    instance: scene.mastodon.origin,
    handle: null,
  })

const comeBack = async (scene: SocialScene, { pathname, search }: URL) => {
  const { status, text } = await scene.ask(pathname + search)
  return { status, text }
}

story('a person agrees on the pages of their server, and the account is connected', async scene => {
  const { url } = await start(scene)
  const back = scene.mastodon.agree(url)
  assert.equal(back.origin, 'https://news.acme.example')
  assert.match((await comeBack(scene, back)).text, /@acme@127\.0\.0\.1:\d+ on Mastodon is connected/)
  const again = await comeBack(scene, back)
  assert.deepEqual([again.status, /used already/.test(again.text)], [404, true])
  await comeBack(scene, scene.mastodon.agree((await start(scene)).url))
  assert.equal(scene.mastodon.apps(), 1)
})

story('a link is of no use after fifteen minutes, nor with a state that was never given', async scene => {
  const back = scene.mastodon.agree((await start(scene)).url)
  scene.clock.advance(16 * MINUTE)
  assert.equal((await comeBack(scene, back)).status, 404)
  back.searchParams.set('state', 'x')
  assert.equal((await comeBack(scene, back)).status, 404)
})

story('a person who declines is told so', async scene => {
  const { url } = await start(scene)
  const back = new URL(scene.mastodon.agree(url))
  back.searchParams.delete('code')
  back.searchParams.set('error', 'access_denied')
  back.searchParams.set('error_description', 'The resource owner denied the request.')
  const { status, text } = await comeBack(scene, back)
  assert.equal(status, 400)
  assert.match(text, /You did not allow it on your server\. Nothing was connected\./)
})

story('what a person started in the dashboard only their own session finishes', async scene => {
  const owner = await anOwner(scene)
  const { json } = await owner.post(`/app/api/accounts/${scene.account.publicId}/actions/social.authorize`, {
    network: 'mastodon',
    instance: scene.mastodon.origin,
  })
  const back = scene.mastodon.agree(json.url)
  assert.equal((await comeBack(scene, back)).status, 401)
  assert.deepEqual(await listSocialAccounts(scene.service.db.read, scene.account.id), [])
  const { status } = await owner.get(back.pathname + back.search)
  assert.equal(status, 303)
  assert.equal((await listSocialAccounts(scene.service.db.read, scene.account.id)).length, 1)
})

story('what one owner started another signed-in owner does not finish', async scene => {
  const owner = await anOwner(scene)
  const other = await aMember(scene, 'grace@example.com', 'owner')
  const { json } = await owner.post(`/app/api/accounts/${scene.account.publicId}/actions/social.authorize`, {
    network: 'mastodon',
    instance: scene.mastodon.origin,
  })
  const back = scene.mastodon.agree(json.url)
  assert.equal((await other.get(back.pathname + back.search)).status, 401)
  assert.deepEqual(await listSocialAccounts(scene.service.db.read, scene.account.id), [])
  assert.doesNotMatch(scene.mastodon.asked.join(), /oauth\/token/)
  assert.equal((await owner.get(back.pathname + back.search)).status, 303)
})

for (const [at, handle] of ['company/acme', null].entries())
  story(
    `${handle ? 'an organization' : 'a member'} of LinkedIn is connected, and again, as itself`,
    async scene => {
      const { accountId, personId } = { accountId: scene.account.id, personId: null }
      const first = await startAuthorization(scene.context, {
        ...{
          accountId,
          personId,
          network: 'linkedin',
          setId: null,
          reconnects: null,
          instance: null,
          handle,
        },
      })
      await comeBack(scene, scene.linkedin.agree(first.url))
      const [account] = await listSocialAccounts(scene.service.db.read, accountId)
      assert.ok(account)
      const again = await startAuthorization(scene.context, { ...reconnection(account), personId })
      const { status } = await comeBack(scene, scene.linkedin.agree(again.url))
      assert.deepEqual([status, account.profile.name], [200, handle ? 'Acme' : 'Ann Example'])
    },
    { engines: [engineInTurn(at)] },
  )

story('an account is reconnected also where its server has forgotten the application', async scene => {
  await comeBack(scene, scene.mastodon.agree((await start(scene)).url))
  const [account] = await listSocialAccounts(scene.service.db.read, scene.account.id)
  scene.mastodon.forget()
  await scene.publish('Reports can be exported')
  await scene.pass(DELAY)
  assert.deepEqual(await scene.states(), ['held (reconnect) mastodon'])
  const owner = await anOwner(scene)
  const reauthorize = `/app/api/accounts/${scene.account.publicId}/actions/social.reauthorize`
  for (const _ of ['the application', 'the one in its place']) {
    const { json } = await owner.post(reauthorize, { id: account?.id })
    const back = scene.mastodon.agree(json.url)
    const { headers } = await owner.get(back.pathname + back.search)
    assert.match(String(headers.location), new RegExp(`/channels\\?connected=${account?.id}$`))
    await scene.pass(MINUTE)
    assert.deepEqual(await scene.states(), ['posted mastodon'])
  }
  assert.equal(scene.mastodon.apps(), 1)
})

story('disconnecting revokes the token that the server gave', async scene => {
  await comeBack(scene, scene.mastodon.agree((await start(scene)).url))
  const [account] = await listSocialAccounts(scene.service.db.read, scene.account.id)
  assert.ok(account)
  assert.equal(scene.mastodon.grants(), 1)
  await disconnectSocialAccount(scene.context, account)
  assert.equal(scene.mastodon.grants(), 0)
})

story('who is no owner any more by the time they come back connects nothing', async scene => {
  const { db } = scene.service
  await anOwner(scene)
  const second = await aMember(scene, 'grace@example.com', 'owner')
  const { json } = await second.post(`/app/api/accounts/${scene.account.publicId}/actions/social.authorize`, {
    network: 'mastodon',
    instance: scene.mastodon.origin,
  })
  const back = scene.mastodon.agree(json.url)
  const id = await personId(second)
  await db.write(tx => changeRole(tx, scene.action, scene.account.id, id, 'publisher'))
  assert.equal((await second.get(back.pathname + back.search)).status, 403)
  assert.deepEqual(await listSocialAccounts(db.read, scene.account.id), [])
})

story('a link that nobody used is forgotten, with the secrets that belong to it', async scene => {
  const kept = () => scene.service.db.read.selectFrom('ticket').select('id').execute()
  await start(scene)
  const [first] = await kept()
  scene.clock.advance(2 * 60 * MINUTE)
  await scene.service.db.write(tx => pruneTickets(tx, scene.clock.now()))
  await start(scene)
  const [later, ...more] = await kept()
  assert.deepEqual(more, [])
  assert.notEqual(first?.id, later?.id)
})
