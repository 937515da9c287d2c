import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasProvenAddress, personByEmail } from '#accounts/people.ts'
import { anAccount } from '#testing/colleagues.ts'
import { aDashboardClient, type DashboardClient, printedLinkSecret } from '#testing/dashboard-client.ts'
import { ENGINES } from '#testing/databases.ts'
import { throughGitHub, withGitHubSignIn } from '#testing/github-sign-in.ts'
import { aMember, withInvitationsMailed } from '#testing/members.ts'
import { PASSWORD } from '#testing/owners.ts'
import { aService, type TestService, withRunningService } from '#testing/service.ts'

const BO = 'bo@example.com'

/** Invites Bo as an owner. Returns the secret at the end of the invitation's link, from wherever the link is shown. */
async function invited(it: TestService, owner: DashboardClient, account = it.account): Promise<string> {
  it.printed.length = 0
  const path = `/app/api/accounts/${account.publicId}/actions/invitation.send`
  const { status, json } = await owner.post(path, { email: BO, role: 'writer' })
  assert.equal(status, 200)
  return json.link === null ? '' : json.link.split('#')[1]
}

const accept = (it: TestService, secret: string, who = aDashboardClient(it)) =>
  who.post('/app/api/invitation/accept', { secret, name: 'Bo', password: PASSWORD })

async function isProven({ service }: TestService, email = BO): Promise<boolean> {
  const person = await personByEmail(service.db.read, email)
  return hasProvenAddress(service.db.read, person ?? assert.fail())
}

const signIn = async (it: TestService) =>
  (await aDashboardClient(it).post('/app/auth/sign-in/email', { email: BO, password: PASSWORD })).status

withRunningService(
  'an invitation whose link its owner sees proves no address, and a link from the operator takes the address back',
  async it => {
    const owner = await aMember(it, 'mallory@example.com', 'owner')
    const squatter = aDashboardClient(it)
    assert.equal((await accept(it, await invited(it, owner), squatter)).status, 200)
    assert.equal(await isProven(it), false)
    assert.equal(await signIn(it), 200)
    it.printed.length = 0
    const bo = aDashboardClient(it)
    await bo.post('/app/auth/sign-in/magic-link', { email: BO })
    const secret = await printedLinkSecret(it, 'sign-in/link')
    assert.equal((await bo.post('/app/api/sign-in/link', { secret })).status, 200)
    assert.equal(await isProven(it), true)
    assert.deepEqual([await signIn(it), (await squatter.get('/app/api/me')).status], [401, 401])
  },
)

withRunningService('without mail, a person joins further accounts by the link of each', async it => {
  const owner = await aMember(it, 'ada@example.com', 'owner')
  const bo = aDashboardClient(it)
  assert.equal((await accept(it, await invited(it, owner), bo)).status, 200)
  const other = await anAccount(it, 'Other')
  const neighbour = await aMember(it, 'cy@example.com', 'owner', other.id)
  const secret = await invited(it, neighbour, other)
  assert.equal((await accept(it, secret)).status, 401)
  assert.equal((await accept(it, secret, bo)).status, 200)
  const { accounts } = (await bo.get('/app/api/me')).json
  assert.deepEqual(accounts.map((one: { name: string }) => one.name).toSorted(), ['Acme', 'Other'])
  assert.equal(await isProven(it), false)
})

for (const engine of ENGINES) {
  test(`an invitation that only the mailbox gets proves the address (${engine})`, async () => {
    const links: string[] = []
    const dashboard = {
      offers: { mail: true, github: false, oidc: null, passkeys: false, plans: false },
      async send(_: string, mail: object) {
        links.push(/\/app\/invitation#([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? '')
        return { outcome: 'sent' as const }
      },
    }
    await using it = await aService(engine, {}, { dashboard })
    const owner = await aMember(it, 'ada@example.com', 'owner')
    assert.equal(await invited(it, owner), '')
    assert.equal((await accept(it, links[0] ?? '')).status, 200)
    assert.equal(await isProven(it), true)
  })

  test(`an invitation by mail proves the address of whoever accepts it signed in, and ends how they signed in (${engine})`, async () => {
    await using it = await aService(engine)
    const owner = await aMember(it, 'ada@example.com', 'owner')
    const bo = aDashboardClient(it)
    await accept(it, await invited(it, owner), bo)
    const other = await anAccount(it, 'Other')
    const secret = await invited(it, await aMember(it, 'cy@example.com', 'owner', other.id), other)
    await it.service.db.write(withInvitationsMailed)
    assert.equal((await accept(it, secret, bo)).status, 200)
    assert.equal(await isProven(it), true)
    assert.deepEqual([await signIn(it), (await bo.get('/app/api/me')).status], [401, 200])
  })
}

withGitHubSignIn(
  'GitHub proves an address, and ends what somebody else set up for it',
  async (it, gitHub) => {
    const signInAs = async (email: string, verified: boolean) => {
      gitHub.be({ id: 7, login: 'bo', email, verified })
      const visitor = aDashboardClient(it)
      await throughGitHub(visitor, gitHub)
      return visitor.get('/app/api/me')
    }
    const squatter = aDashboardClient(it)
    const owner = await aMember(it, 'mallory@example.com', 'owner')
    assert.equal((await accept(it, await invited(it, owner), squatter)).status, 200)
    assert.equal((await signInAs(BO, false)).status, 401)
    assert.deepEqual([await isProven(it), await signIn(it)], [false, 200])
    assert.equal((await signInAs('Bo@Example.com', true)).json.person.email, BO)
    assert.equal(await isProven(it), true)
    assert.deepEqual([await signIn(it), (await squatter.get('/app/api/me')).status], [401, 401])
  },
)
