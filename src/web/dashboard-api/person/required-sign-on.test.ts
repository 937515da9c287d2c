import assert from 'node:assert/strict'
import { aDashboardClient, type DashboardClient, decide } from '#testing/dashboard-client.ts'
import { signIn, withProvider } from '#testing/oidc-sign-in.ts'
import { anOwner, PASSWORD } from '#testing/owners.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const pathOf = ({ account }: TestService, path: string) => `/app/api/accounts/${account.publicId}/${path}`
const require = ({ account }: TestService, who: DashboardClient, requireSingleSignOn: boolean) =>
  decide(who, `/app/api/accounts/${account.publicId}`, { action: 'account sign-in', requireSingleSignOn })

withProvider(
  'an owner requires the provider, and other sessions see nothing of the account',
  async (it, provider) => {
    const withPassword = await anOwner(it)
    const own = await require(it, withPassword, true)
    assert.equal(own.status, 409, 'an owner who may lock themself out')
    assert.match(own.json.detail, /^Sign out, and in again with single sign-on/)

    const ada = aDashboardClient(it)
    await signIn(ada, provider)
    assert.equal((await require(it, ada, true)).status, 200)
    assert.equal((await ada.get(pathOf(it, 'members'))).status, 200)
    const refused = await withPassword.get(pathOf(it, 'members'))
    assert.equal(refused.status, 403)
    assert.match(refused.json.detail, /requires single sign-on/)
    assert.equal((await withPassword.get(pathOf(it, 'events'))).status, 403)
    assert.equal((await require(it, withPassword, false)).status, 403)
    const needed = async (visitor: typeof ada) =>
      (await visitor.get('/app/api/me')).json.accounts[0].needsSignOn
    assert.deepEqual([await needed(ada), await needed(withPassword)], [false, true])
    await signIn(withPassword, provider)
    assert.equal((await withPassword.get(pathOf(it, 'members'))).status, 200)

    const { json } = await ada.get(pathOf(it, 'activity'))
    const actions = json.activity.map(({ action }: { action: string }) => action)
    assert.ok(actions.includes('sign-in changed'))
    assert.equal((await require(it, ada, false)).status, 200)
    const again = aDashboardClient(it)
    await again.post('/app/auth/sign-in/email', { email: 'ada@example.com', password: PASSWORD })
    assert.equal((await again.get(pathOf(it, 'members'))).status, 200)
  },
)

withRunningService(
  'without a provider nobody can require it, and the operator can take it back',
  async it => {
    const ada = await anOwner(it)
    assert.equal((await require(it, ada, true)).status, 409)
    const { db } = it.service
    const set = (isRequired: boolean) =>
      db.write(tx =>
        tx
          .updateTable('account')
          .set({ requires_sign_on: Number(isRequired) })
          .execute(),
      )
    await set(true)
    assert.equal((await ada.get(pathOf(it, 'members'))).status, 403)
    await set(false)
    assert.equal((await ada.get(pathOf(it, 'members'))).status, 200)
  },
)
