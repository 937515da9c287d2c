import assert from 'node:assert/strict'
import { DELAY, MINUTE, type SocialScene, story } from '#testing/social.ts'
import { freshConnection, type StoredConnection, storedConnection } from './credentials.ts'
import { verifySocialAccounts } from './health.ts'
import { type SocialAccount, socialAccountById } from './social-account.ts'

// X accepts a refresh token only once, so two refreshes at the same time would end the access.

const HOUR = 60 * MINUTE

const stored = async (scene: SocialScene, { id }: SocialAccount): Promise<StoredConnection> =>
  storedConnection(scene.service.db.read, await scene.context.secrets(), id)

const exchanges = ({ x }: SocialScene) => x.asked.filter(request => request === 'POST /2/oauth2/token').length

/** An account on X whose access token has expired. */
async function expired(scene: SocialScene): Promise<{ account: SocialAccount; before: StoredConnection }> {
  const account = await scene.connectX()
  scene.clock.advance(3 * HOUR)
  return { account, before: await stored(scene, account) }
}

/** Starts a refresh whose answer is held back until `answer` is called. `asked` resolves once X has answered. */
async function slowRefresh(scene: SocialScene, before: StoredConnection) {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const fetchFrom: typeof scene.context.network.fetchFrom = server => async (input, init) => {
    const response = await scene.context.network.fetchFrom(server)(input, init)
    asked.resolve()
    await answered.promise
    return response
  }
  const slow = { ...scene.context, network: { ...scene.context.network, fetchFrom } }
  const refreshed = freshConnection(slow, before)
  refreshed.catch(() => {})
  await asked.promise
  return { refreshed, answer: answered.resolve }
}

story(
  'while one process refreshes the credentials, another waits and then uses the new ones',
  async scene => {
    const { before } = await expired(scene)
    const asked = exchanges(scene)
    const { refreshed, answer } = await slowRefresh(scene, before)
    await assert.rejects(freshConnection(scene.context, before), { name: 'RetryLater' })
    answer()
    const { credentials } = await refreshed
    assert.deepEqual((await freshConnection(scene.context, before)).credentials, credentials)
    assert.equal(exchanges(scene), asked + 1)
    await scene.publish('Reports can be exported')
    await scene.pass(DELAY)
    assert.deepEqual(await scene.states(), ['posted x'])
  },
)

story('a refresh that a reconnection overtakes does not replace its credentials', async scene => {
  const { account, before } = await expired(scene)
  const { refreshed, answer } = await slowRefresh(scene, before)
  await scene.connectX()
  const { sealed } = await stored(scene, account)
  answer()
  await refreshed
  assert.equal((await stored(scene, account)).sealed, sealed)
})

story('a process that died while it refreshed keeps the others waiting for three minutes', async scene => {
  const { before } = await expired(scene)
  const { refreshed, answer } = await slowRefresh(scene, before)
  const asked = exchanges(scene)
  scene.clock.advance(3 * MINUTE - 1)
  await assert.rejects(freshConnection(scene.context, before), { name: 'RetryLater' })
  assert.equal(exchanges(scene), asked)
  scene.clock.advance(1)
  // The refresh token is used up, and the tokens that it was exchanged for were lost with the process.
  await assert.rejects(freshConnection(scene.context, before), { reason: 'unauthorized' })
  assert.equal(exchanges(scene), asked + 1)
  answer()
  await refreshed
})

story('a process that died while the clock was ahead keeps nobody waiting', async scene => {
  const { account, before } = await expired(scene)
  await scene.service.db.write(tx =>
    tx
      .updateTable('social_account')
      .set({ refresh_token: 'lost', refresh_until: scene.clock.now() + 24 * HOUR })
      .where('id', '=', account.id)
      .execute(),
  )
  const { credentials } = await freshConnection(scene.context, before)
  assert.notDeepEqual(credentials, before.credentials)
})

story(
  'an account that was verified while the clock was ahead is verified once it is set back',
  async scene => {
    const { id } = await scene.connectMastodon()
    const verified = async () => {
      await verifySocialAccounts(scene.context).run(new AbortController().signal)
      const { verifiedAt } = await socialAccountById(scene.service.db.read, id)
      return verifiedAt === scene.clock.now()
    }
    scene.clock.advance(365 * 24 * HOUR)
    assert.equal(await verified(), true)
    scene.clock.advance(HOUR - 365 * 24 * HOUR)
    assert.equal(await verified(), true)
    scene.clock.advance(HOUR)
    assert.equal(await verified(), false)
  },
)

story('a refresh that failed lets the next one begin at once', async scene => {
  const { before } = await expired(scene)
  scene.x.misbehave(() => 'broken before')
  await assert.rejects(freshConnection(scene.context, before), /502/)
  scene.x.misbehave(() => null)
  const { credentials } = await freshConnection(scene.context, before)
  assert.notDeepEqual(credentials, before.credentials)
})
