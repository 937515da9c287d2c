import assert from 'node:assert/strict'
import { registerClient } from '#auth/oauth/clients.ts'
import { grantAccess } from '#auth/oauth/grants.ts'
import { createSignInLink } from '#auth/sign-in-links.ts'
import { anAuthenticator } from '#testing/authenticator.ts'
import { aDashboardClient, type DashboardClient } from '#testing/dashboard-client.ts'
import { aMember, personId, withInvitationsMailed } from '#testing/members.ts'
import { signIn, withProvider } from '#testing/oidc-sign-in.ts'
import { PASSWORD } from '#testing/owners.ts'
import { isSignedIn, signInByPassword, withSecondFactor } from '#testing/second-factor.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const BO = 'bo@example.com'
const LOCAL = { TIDINGS_BASE_URL: 'http://localhost:8080' }

/** Invites Bo as an owner, who sees the link because there is no mail. */
async function invitationTo(it: TestService): Promise<string> {
  const owner = await aMember(it, 'mallory@example.com', 'owner')
  const path = `/app/api/accounts/${it.account.publicId}/actions/invitation.send`
  return (await owner.post(path, { email: BO, role: 'viewer' })).json.link.split('#')[1]
}

/** The owner opens the link and sets up every way to sign in that there is. Returns a check that none of them is left. */
async function squat(it: TestService): Promise<() => Promise<void>> {
  const squatter = aDashboardClient(it)
  const given = { secret: await invitationTo(it), name: 'Bo', password: PASSWORD }
  assert.equal((await squatter.post('/app/api/invitation/accept', given)).status, 200)
  const device = anAuthenticator(new URL(it.service.baseUrl).origin)
  const hasPasskeys = (await squatter.get('/app/api/welcome')).json.passkeys
  if (hasPasskeys) {
    const { challenge } = (await squatter.post('/app/api/me/passkeys/ask')).json
    assert.equal((await squatter.post('/app/api/me/passkeys', device.make(challenge))).status, 200)
  }
  await letClientIn(it, await personId(squatter))
  await withSecondFactor(it, squatter)
  const waiting = aDashboardClient(it)
  assert.equal((await signInByPassword(waiting, BO)).status, 200)
  return async () => {
    assert.equal(await isSignedIn(squatter), false)
    const { db } = it.service
    const held = await db.read.selectFrom('ticket').selectAll().where('person_id', 'is not', null).execute()
    assert.deepEqual(held, [], 'recovery codes and unfinished sign-ins')
    for (const table of ['passkey', 'second_factor', 'oauth_grant'] as const)
      assert.deepEqual(await db.read.selectFrom(table).selectAll().execute(), [], table)
    assert.equal((await signInByPassword(squatter, BO)).status, 401)
    if (hasPasskeys) {
      const { challenge } = (await squatter.post('/app/api/sign-in/passkey/ask')).json
      assert.equal((await squatter.post('/app/api/sign-in/passkey', device.sign(challenge))).status, 404)
    }
  }
}

const letClientIn = ({ service, clock, account }: TestService, person: string) =>
  service.db.write(async tx => {
    const keeper = { clock, ids: service.ids }
    const redirectUri = 'https://client.example/back'
    const client = await registerClient(tx, keeper, { redirect_uris: [redirectUri] })
    const consent = {
      client,
      personId: person,
      accountId: account.id,
      redirectUri,
      challenge: 'x'.repeat(43),
    }
    const resource = `${service.baseUrl}/mcp`
    await grantAccess(tx, keeper, { ...consent, resource, scope: 'highlights:read' })
  })

const isBo = async (visitor: DashboardClient) =>
  assert.equal((await visitor.get('/app/api/me')).json.person.email, BO)

withRunningService(
  'a link by mail ends every way in of whoever claimed the address, and asks for no code of theirs',
  async it => {
    const nothingIsLeft = await squat(it)
    const secret = await it.service.db.write(tx => createSignInLink(tx, it.service, BO, 5))
    const bo = aDashboardClient(it)
    const { json } = await bo.post('/app/api/sign-in/link', { secret })
    assert.deepEqual(json, { needsSecondFactor: false })
    await nothingIsLeft()
    await isBo(bo)
  },
  LOCAL,
)

withProvider('so does the company’s provider', async (it, provider) => {
  const nothingIsLeft = await squat(it)
  provider.be({ sub: '2', email: BO, email_verified: true })
  const bo = aDashboardClient(it)
  assert.equal(await signIn(bo, provider), '/')
  await nothingIsLeft()
  await isBo(bo)
})

withRunningService(
  'so does an invitation by mail that the address accepts while signed in',
  async it => {
    const nothingIsLeft = await squat(it)
    const { db } = it.service
    await db.write(tx => tx.deleteFrom('second_factor').execute())
    const bo = aDashboardClient(it)
    await signInByPassword(bo, BO)
    await db.write(tx => tx.deleteFrom('membership').where('role', '=', 'viewer').execute())
    const secret = await again(it)
    assert.equal((await bo.post('/app/api/invitation/accept', { secret })).status, 200)
    await nothingIsLeft()
    await isBo(bo)
  },
  LOCAL,
)

/** Invites once more; only the mailbox gets this invitation. */
async function again(it: TestService): Promise<string> {
  const owner = await aMember(it, 'ann@example.com', 'owner')
  const path = `/app/api/accounts/${it.account.publicId}/actions/invitation.send`
  const { link } = (await owner.post(path, { email: BO, role: 'viewer' })).json
  await it.service.db.write(withInvitationsMailed)
  return link.split('#')[1]
}
