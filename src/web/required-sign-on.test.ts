import assert from 'node:assert/strict'
import { accountById } from '#accounts/account.ts'
import { setRequiresSignOn } from '#accounts/required-sign-on.ts'
import { aDashboardClient } from '#testing/dashboard-client.ts'
import { signIn, withProvider } from '#testing/oidc-sign-in.ts'
import { anOwner, PASSWORD } from '#testing/owners.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const pathOf = ({ account }: TestService, path: string) => `/app/api/accounts/${account.publicId}/${path}`

withProvider(
  'an owner requires the provider, and other sessions see nothing of the account',
  async (it, provider) => {
    const withPassword = await anOwner(it)
    const require = (isRequired: boolean) => ({ isRequired })
    const own = await withPassword.send('PUT', pathOf(it, 'sign-on'), require(true))
    assert.equal(own.status, 409, 'an owner who may lock themself out')
    assert.match(own.json.detail, /^Sign out, and in again with single sign-on/)

    const ada = aDashboardClient(it)
    await signIn(ada, provider)
    assert.equal((await ada.send('PUT', pathOf(it, 'sign-on'), require(true))).status, 200)
    assert.equal((await ada.get(pathOf(it, 'members'))).status, 200)
    const refused = await withPassword.get(pathOf(it, 'members'))
    assert.equal(refused.status, 403)
    assert.match(refused.json.detail, /requires single sign-on/)
    assert.equal((await withPassword.get(pathOf(it, 'events'))).status, 403)
    assert.equal((await withPassword.send('PUT', pathOf(it, 'sign-on'), require(false))).status, 403)
    const needed = async (visitor: typeof ada) =>
      (await visitor.get('/app/api/me')).json.accounts[0].needsSignOn
    assert.deepEqual([await needed(ada), await needed(withPassword)], [false, true])
    await signIn(withPassword, provider)
    assert.equal((await withPassword.get(pathOf(it, 'members'))).status, 200)

    const { json } = await ada.get(pathOf(it, 'activity'))
    const actions = json.activity.map(({ action }: { action: string }) => action)
    assert.ok(actions.includes('sign-in changed'))
    assert.equal((await ada.send('PUT', pathOf(it, 'sign-on'), require(false))).status, 200)
    const again = aDashboardClient(it)
    await again.post('/app/auth/sign-in/email', { email: 'ada@example.com', password: PASSWORD })
    assert.equal((await again.get(pathOf(it, 'members'))).status, 200)
  },
)

withRunningService(
  'without a provider nobody can require it, and the operator can take it back',
  async it => {
    const ada = await anOwner(it)
    assert.equal((await ada.send('PUT', pathOf(it, 'sign-on'), { isRequired: true })).status, 409)
    const { db, clock, ids } = it.service
    const operator = { clock, ids, actor: 'command-line' }
    const set = (isRequired: boolean) =>
      db.write(async tx => setRequiresSignOn(tx, operator, await accountById(tx, it.account.id), isRequired))
    await set(true)
    assert.equal((await ada.get(pathOf(it, 'members'))).status, 403)
    await set(false)
    assert.equal((await ada.get(pathOf(it, 'members'))).status, 200)
  },
)
