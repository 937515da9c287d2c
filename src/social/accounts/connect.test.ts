import assert from 'node:assert/strict'
import type { PostVisibility } from '#social/network.ts'
import { type SocialScene, story } from '#testing/social.ts'
import { storeConnection } from './connect.ts'
import { disconnectSocialAccount } from './disconnect.ts'
import { changeSocialAccount } from './manage.ts'
import { listSocialAccounts, type SocialAccount, socialAccountById } from './social-account.ts'

/** Connects an account of Bluesky that signs in at another address: of the same server, or of one that it moved to. */
async function connectAt(
  scene: SocialScene,
  instance: string,
  { profile, limits, ...known }: SocialAccount,
  expected?: SocialAccount,
): Promise<SocialAccount> {
  const secrets = await scene.context.secrets()
  const target = { accountId: known.accountId, network: 'bluesky' as const, ...(expected && { expected }) }
  const connection = { instance, profile, limits, credentials: { expiresAt: null, tokens: {} } }
  return scene.service.db.write(tx => storeConnection(tx, scene.context, secrets, target, connection))
}

/** Stores a second row for the account, as a version did that told accounts apart by the address of their server. */
async function connectedTwice(scene: SocialScene, account: SocialAccount, instance: string): Promise<string> {
  const { db, ids } = scene.service
  const row = await db.read.selectFrom('social_account').selectAll().executeTakeFirstOrThrow()
  const id = ids.next()
  const twin = { ...row, id, instance, connected_at: account.connectedAt + 1 }
  await db.write(tx => tx.insertInto('social_account').values(twin).execute())
  return id
}

story('a Bluesky account stays one account at whichever address it is connected', async scene => {
  const account = await scene.connectBluesky()
  const other = 'https://pds.example.com'
  const connected = await connectAt(scene, other, account)
  assert.deepEqual([connected.id, connected.instance], [account.id, other])
  const reconnected = await connectAt(scene, account.instance, account, account)
  assert.deepEqual([reconnected.id, reconnected.instance], [account.id, account.instance])
  await scene.publish('Reports can be exported')
  assert.deepEqual(await scene.states(), ['planned bluesky'])
})

story(
  'a Bluesky account that was connected twice is reconnected once one of the two is gone',
  async scene => {
    const account = await scene.connectBluesky()
    const other = 'https://pds.example.com'
    const twin = await connectedTwice(scene, account, other)
    assert.equal((await connectAt(scene, other, account)).id, twin)
    await assert.rejects(connectAt(scene, other, account, account), {
      code: 'conflict',
      message: /connected a second time, at https:\/\/pds\.example\.com\. Disconnect one of the two/,
    })
    const { db } = scene.service
    await disconnectSocialAccount(scene.context, await socialAccountById(db.read, twin))
    for (const expected of [account, undefined]) {
      const { id, instance } = await connectAt(scene, other, account, expected)
      assert.deepEqual([id, instance], [account.id, other])
    }
    assert.equal((await connectAt(scene, account.instance, account)).id, account.id)
    assert.equal((await listSocialAccounts(db.read, scene.account.id)).length, 1)
  },
)

story('a social account is not reconnected as another profile, known or new', async scene => {
  const account = await scene.connectBluesky()
  const profile = { ...account.profile, id: 'did:plc:another', handle: '@another.example.com' }
  const asAnother = () => connectAt(scene, account.instance, { ...account, profile }, account)
  const refusal = {
    code: 'conflict',
    message: 'This is @another.example.com, but @acme.example.com is to be reconnected.',
  }
  await assert.rejects(asAnother(), refusal)
  const { db } = scene.service
  assert.deepEqual(await listSocialAccounts(db.read, account.accountId), [account])
  scene.clock.advance(1)
  const another = await connectAt(scene, account.instance, { ...account, profile })
  await assert.rejects(asAnother(), refusal)
  const both = await listSocialAccounts(db.read, account.accountId)
  assert.deepEqual(
    both.map(one => [one.id, one.profile.id]),
    [
      [account.id, account.profile.id],
      [another.id, profile.id],
    ],
  )
})

story('only a visibility that the network of an account has is set', async scene => {
  const set = async (account: SocialAccount, visibility: PostVisibility) =>
    scene.service.db.write(tx => changeSocialAccount(tx, scene.context, account, { visibility }))
  const [bluesky, mastodon] = [await scene.connectBluesky(), await scene.connectMastodon()]
  const refused = { code: 'invalid_parameter', message: 'The visibility of posts on Bluesky is public.' }
  await assert.rejects(set(bluesky, 'followers'), refused)
  assert.equal((await set(bluesky, 'public')).settings.visibility, 'public')
  assert.equal((await set(mastodon, 'followers')).settings.visibility, 'followers')
})
