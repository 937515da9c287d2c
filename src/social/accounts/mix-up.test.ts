import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '#testing/databases.ts'
import { aMastodonServer } from '#testing/networks/mastodon.ts'
import { aSocialScene, type SocialScene } from '#testing/social.ts'
import { startAuthorization } from './authorize.ts'
import { listSocialAccounts } from './social-account.ts'

const start = (scene: SocialScene, instance: string) =>
  startAuthorization(scene.context, {
    accountId: scene.account.id,
    personId: null,
    network: 'mastodon',
    setId: null,
    reconnects: null,
    instance,
    handle: null,
  })

const comeBack = (scene: SocialScene, { pathname, search }: URL) => scene.ask(pathname + search)

const connected = (scene: SocialScene) => listSocialAccounts(scene.service.db.read, scene.account.id)

for (const engine of ENGINES) {
  test(`a code of one server is never sent to another that led the person there (${engine})`, async context => {
    const attacker = await aMastodonServer()
    const scene = await aSocialScene(engine, [attacker])
    context.after(() => Promise.all([scene.close(), attacker.close()]))
    const honest = await start(scene, scene.mastodon.origin)
    const lured = await start(scene, attacker.origin)
    const forged = new URL(honest.url)
    forged.searchParams.set('state', new URL(lured.url).searchParams.get('state') ?? '')
    const back = scene.mastodon.agree(forged.href)
    const { status, text } = await comeBack(scene, back)
    assert.doesNotMatch(attacker.asked.join(), /oauth\/token/)
    assert.deepEqual([status, /Another server answered/.test(text)], [400, true])
    assert.deepEqual(await connected(scene), [])
    assert.equal((await comeBack(scene, scene.mastodon.agree(honest.url))).status, 200)
    assert.equal((await connected(scene)).length, 1)
  })

  test(`an answer that names another server, or none where it should, connects nothing (${engine})`, async context => {
    const server = await aMastodonServer({ namesIssuer: true })
    const scene = await aSocialScene(engine, [server])
    context.after(() => Promise.all([scene.close(), server.close()]))
    for (const issuer of [scene.mastodon.origin, null, 'not an address']) {
      const back = server.agree((await start(scene, server.origin)).url)
      if (issuer === null) back.searchParams.delete('iss')
      else back.searchParams.set('iss', issuer)
      const before = server.asked.length
      const { status, text } = await comeBack(scene, back)
      assert.equal(server.asked.length, before, 'the code is not exchanged')
      assert.deepEqual([status, /The answer is not from/.test(text)], [400, true], String(issuer))
    }
    assert.deepEqual(await connected(scene), [])
    const back = server.agree((await start(scene, server.origin)).url)
    assert.equal((await comeBack(scene, back)).status, 200)
  })

  test(`an application that was registered for the address of all servers is registered anew (${engine})`, async () => {
    await using scene = await aSocialScene(engine)
    const { url } = await start(scene, scene.mastodon.origin)
    await scene.service.db.write(async tx => {
      const row = await tx.deleteFrom('social_app').returningAll().executeTakeFirstOrThrow()
      const shared = { return_url: 'https://news.acme.example/social/mastodon/return' }
      await tx
        .insertInto('social_app')
        .values({ ...row, ...shared })
        .execute()
    })
    const renewed = await start(scene, scene.mastodon.origin)
    const clientOf = (address: string) => new URL(address).searchParams.get('client_id')
    assert.notEqual(clientOf(renewed.url), clientOf(url))
    assert.equal((await comeBack(scene, scene.mastodon.agree(renewed.url))).status, 200)
    assert.equal(scene.mastodon.apps(), 2)
  })
}
