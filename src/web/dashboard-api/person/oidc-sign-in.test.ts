import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invite as inviteTo } from '#accounts/invitations.ts'
import { aDashboardClient, type DashboardClient } from '#testing/dashboard-client.ts'
import { ENGINES } from '#testing/databases.ts'
import { testAction } from '#testing/members.ts'
import { startOidcServer } from '#testing/oidc-server.ts'
import { BASE_URL, deliver, fetchResponse, signIn, withProvider } from '#testing/oidc-sign-in.ts'
import { anOwner, PASSWORD } from '#testing/owners.ts'
import { withSecondFactor } from '#testing/second-factor.ts'
import { aService, type TestService } from '#testing/service.ts'

const EVE = { sub: '3', email: 'eve@example.com', email_verified: true, name: 'Eve' }

const whoIs = async (visitor: DashboardClient) =>
  (await visitor.get('/app/api/me')).json.person?.email ?? null

/** An owner, who signed up with a password. */
async function anOwnerAda(it: TestService): Promise<DashboardClient> {
  const ada = await anOwner(it)
  assert.equal(await whoIs(ada), 'ada@example.com')
  return ada
}

const invite = (owner: DashboardClient, it: TestService, email: string) =>
  owner.post(`/app/api/accounts/${it.account.publicId}/actions/invitation.send`, { email, role: 'writer' })

/** The provider and subject of each way in which somebody can sign in. */
async function credentials({ service }: TestService): Promise<string[][]> {
  const rows = await service.db.read.selectFrom('credential').selectAll().orderBy('provider').execute()
  return rows.map(({ provider, subject }) => [provider, subject])
}

withProvider('a member signs in with the provider, and signs out here', async (it, provider) => {
  await anOwnerAda(it)
  const visitor = aDashboardClient(it)
  const { json } = await visitor.post('/app/auth/sign-in/oidc', { next: '/consent?request=a%26b' })
  const asked = new URL(json.url)
  assert.equal(asked.origin, provider.issuer)
  assert.equal(asked.searchParams.get('code_challenge_method'), 'S256')
  for (const check of ['state', 'nonce', 'code_challenge']) assert.ok(asked.searchParams.get(check), check)
  assert.equal(await deliver(visitor, await provider.visit(json.url)), '/consent?request=a%26b')
  assert.equal(await whoIs(visitor), 'ada@example.com')
  const linked = [
    ['credential', (await visitor.get('/app/api/me')).json.person.id],
    ['oidc', `${provider.issuer}#1`],
  ]
  assert.deepEqual(await credentials(it), linked)
  await visitor.post('/app/auth/sign-out')
  assert.equal(await whoIs(visitor), null)

  provider.be({ sub: '1', email: 'ada@new.example', email_verified: false })
  assert.equal(await signIn(visitor, provider), '/')
  assert.equal(await whoIs(visitor), 'ada@example.com', 'known by the subject, whatever the address')
  assert.deepEqual(await credentials(it), linked)
})

withProvider(
  'the provider signs in without a code: it asks for what the company wants',
  async (it, provider) => {
    await withSecondFactor(it, await anOwnerAda(it))
    const visitor = aDashboardClient(it)
    assert.equal(await signIn(visitor, provider), '/')
    assert.equal(await whoIs(visitor), 'ada@example.com')
  },
)

withProvider('an address that the provider has not verified links nothing', async (it, provider) => {
  const ada = await anOwnerAda(it)
  await invite(ada, it, 'eve@example.com')
  for (const email of ['ada@example.com', 'eve@example.com', 'nobody@example.com']) {
    provider.be({ sub: '2', email, email_verified: false })
    const visitor = aDashboardClient(it)
    assert.equal(await signIn(visitor, provider), '/sign-in?error=oidc_unverified')
    assert.equal(await whoIs(visitor), null)
  }
  provider.be({ sub: '2', email: 'ada@example.com' })
  assert.equal(await signIn(aDashboardClient(it), provider), '/sign-in?error=oidc_unverified')
  assert.deepEqual(
    (await credentials(it)).map(([by]) => by),
    ['credential'],
  )
  assert.equal(await whoIs(ada), 'ada@example.com')
})

withProvider(
  'an address of a trusted domain counts when the provider does not say whether it is verified',
  async (it, provider) => {
    await anOwnerAda(it)
    const visitor = aDashboardClient(it)
    provider.be({ sub: '1', email: 'Ada@Example.com' })
    assert.equal(await signIn(visitor, provider), '/')
    assert.equal(await whoIs(visitor), 'ada@example.com')
    provider.be({ sub: '2', email: 'ada@example.com', email_verified: false })
    assert.equal(await signIn(aDashboardClient(it), provider), '/sign-in?error=oidc_unverified')
    provider.be({ sub: '4', email: 'ada@example.com.evil.example' })
    assert.equal(await signIn(aDashboardClient(it), provider), '/sign-in?error=oidc_unverified')
  },
  { env: { TIDINGS_OIDC_TRUSTED_DOMAINS: 'example.com' }, addressInToken: true },
)

withProvider('a stranger is turned away, and an invited one joins the account', async (it, provider) => {
  const ada = await anOwnerAda(it)
  provider.be(EVE)
  const eve = aDashboardClient(it)
  assert.equal(await signIn(eve, provider, '/start'), '/sign-in?error=oidc_unknown&next=%2Fstart')
  await invite(ada, it, EVE.email)
  assert.equal(await signIn(eve, provider), '/')
  const { json } = await eve.get('/app/api/me')
  assert.deepEqual([json.person.name, json.person.email], ['Eve', EVE.email])
  assert.deepEqual(
    json.accounts.map(({ id, role }: { id: string; role: string }) => [id, role]),
    [[it.account.publicId, 'writer']],
  )
  assert.equal(
    (await it.service.db.read.selectFrom('ticket').where('purpose', '=', 'invitation').selectAll().execute())
      .length,
    0,
  )
  const log = await ada.get(`/app/api/accounts/${it.account.publicId}/activity`)
  assert.match(JSON.stringify(log.json), /member added/)
})

withProvider('an invitation that has expired opens nothing', async (it, provider) => {
  const ada = await anOwnerAda(it)
  await invite(ada, it, EVE.email)
  it.clock.advance(8 * 86_400_000)
  provider.be(EVE)
  assert.equal(await signIn(aDashboardClient(it), provider), '/sign-in?error=oidc_unknown')
})

withProvider('an invitation to another account waits for a member to accept it', async (it, provider) => {
  const ada = await anOwnerAda(it)
  await invite(ada, it, EVE.email)
  provider.be(EVE)
  const eve = aDashboardClient(it)
  await signIn(eve, provider)
  const { db, ids } = it.service
  const other = { id: ids.next(), public_id: ids.next(), name: 'Other', language: 'en', created_at: 1 }
  await db.write(tx =>
    tx
      .insertInto('account')
      .values(other as never)
      .execute(),
  )
  const invited = { email: EVE.email, role: 'owner' as const, byMail: true }
  await db.write(tx => inviteTo(tx, testAction(it), 'none', other.id, invited))
  assert.equal(await signIn(eve, provider), '/')
  assert.equal((await eve.get('/app/api/me')).json.accounts.length, 1)
})

withProvider('the first proof of an address ends what others did in its name', async (it, provider) => {
  const squatter = await anOwnerAda(it)
  await it.service.db.write(tx => tx.updateTable('person').set({ email_verified: 0 }).execute())
  const ada = aDashboardClient(it)
  assert.equal(await signIn(ada, provider), '/')
  assert.deepEqual([await whoIs(ada), await whoIs(squatter)], ['ada@example.com', null])
  const tried = { email: 'ada@example.com', password: PASSWORD }
  assert.equal((await squatter.post('/app/auth/sign-in/email', tried)).status, 401)
})

withProvider('a response is accepted once, and only by the browser that asked', async (it, provider) => {
  await anOwnerAda(it)
  const visitor = aDashboardClient(it)
  const { json } = await visitor.post('/app/auth/sign-in/oidc', { next: '/' })
  const pending = visitor.cookie()
  const response = await provider.visit(json.url)

  const thief = aDashboardClient(it)
  assert.equal(await deliver(thief, response), '/sign-in?error=oidc_failed')
  const forger = aDashboardClient(it, `${pending.slice(0, -4)}AAAA`)
  assert.equal(await deliver(forger, response), '/sign-in?error=oidc_failed')
  const other = aDashboardClient(it)
  await other.post('/app/auth/sign-in/oidc', { next: '/' })
  assert.equal(await deliver(other, response), '/sign-in?error=oidc_failed', 'of another sign-in')

  assert.equal(await deliver(visitor, response), '/')
  assert.equal(await deliver(visitor, response), '/sign-in?error=oidc_failed', 'the browser forgot it')
  const replayed = aDashboardClient(it, pending)
  assert.equal(await deliver(replayed, response), '/sign-in?error=oidc_failed', 'the code was used')
  for (const one of [thief, forger, other, replayed]) assert.equal(await whoIs(one), null)

  const late = aDashboardClient(it)
  const answer = await fetchResponse(late, provider)
  it.clock.advance(11 * 60_000)
  assert.equal(await deliver(late, answer), '/sign-in?error=oidc_failed')
})

withProvider('a response of another provider is refused before its code is used', async (it, provider) => {
  await anOwnerAda(it)
  for (const iss of ['https://evil.example', `${provider.issuer}/`, null]) {
    const visitor = aDashboardClient(it)
    const response = await fetchResponse(visitor, provider)
    assert.equal(response.searchParams.get('iss'), provider.issuer)
    if (iss === null) response.searchParams.delete('iss')
    else response.searchParams.set('iss', iss)
    provider.asked.length = 0
    assert.equal(await deliver(visitor, response), '/sign-in?error=oidc_failed')
    assert.equal(provider.asked.filter(path => path === '/token').length, 0)
    assert.equal(await whoIs(visitor), null)
  }
})

withProvider('a person who declines at the provider is told so', async (it, provider) => {
  provider.decline()
  assert.equal(await signIn(aDashboardClient(it), provider), '/sign-in?error=oidc_declined')
})

withProvider('where to return to is a page of the dashboard', async it => {
  const visitor = aDashboardClient(it)
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'x',
    `/${'x'.repeat(2001)}`,
  ])
    assert.equal((await visitor.post('/app/auth/sign-in/oidc', { next })).status, 400, next)
  assert.equal((await visitor.post('/app/auth/sign-in/oidc', null)).status, 400)
  const headers = { Origin: 'https://evil.example' }
  assert.equal((await visitor.post('/app/auth/sign-in/oidc', { next: '/' }, headers)).status, 403)
})

for (const engine of ENGINES) {
  test(`a provider that is gone, or is not the configured one, leaves the other ways (${engine})`, async () => {
    await using provider = await startOidcServer(BASE_URL)
    const elsewhere = provider.issuer.replace('127.0.0.1', 'localhost')
    await using it = await aService(engine, { ...provider.env, TIDINGS_OIDC_ISSUER: elsewhere })
    const visitor = aDashboardClient(it)
    const wrong = await visitor.post('/app/auth/sign-in/oidc', { next: '/' })
    assert.equal(wrong.status, 503)
    assert.match(wrong.json.detail, /^Signing in with single sign-on is not available right now/)
    await anOwner(it)
    const tried = { email: 'ada@example.com', password: PASSWORD }
    assert.equal((await visitor.post('/app/auth/sign-in/email', tried)).status, 200)
  })

  test(`without a configured provider there is nothing to sign in with (${engine})`, async () => {
    await using it = await aService(engine)
    const visitor = aDashboardClient(it)
    assert.equal((await visitor.get('/app/api/welcome')).json.oidc, null)
    assert.equal((await visitor.post('/app/auth/sign-in/oidc', { next: '/' })).status, 404)
    assert.equal((await visitor.get('/app/auth/callback/oidc?code=x&state=y')).status, 404)
  })
}

withProvider(
  'a response that arrives twice signs in once, although the provider takes it twice',
  async (it, provider) => {
    await anOwnerAda(it)
    const visitor = aDashboardClient(it)
    const response = await fetchResponse(visitor, provider)
    const copies = [aDashboardClient(it, visitor.cookie()), aDashboardClient(it, visitor.cookie())]
    const pages = await Promise.all(copies.map(copy => deliver(copy, response)))
    assert.deepEqual(pages.toSorted(), ['/', '/sign-in?error=oidc_failed'])
    const late = aDashboardClient(it, visitor.cookie())
    it.clock.advance(9 * 60_000)
    assert.equal(await deliver(late, response), '/sign-in?error=oidc_failed')
    assert.equal(await whoIs(late), null)
  },
  { takesCodesTwice: true },
)

withProvider('two who sign in for the first time at once are one person', async (it, provider) => {
  const ada = await anOwnerAda(it)
  await invite(ada, it, EVE.email)
  for (const claims of [{ sub: '1', email: 'ada@example.com', email_verified: true, name: 'Ada' }, EVE]) {
    provider.be(claims)
    const browsers = Array.from({ length: 6 }, () => aDashboardClient(it))
    const responses: URL[] = []
    for (const browser of browsers) responses.push(await fetchResponse(browser, provider))
    const pages = await Promise.all(browsers.map((browser, at) => deliver(browser, responses[at] as URL)))
    assert.deepEqual(pages, Array(6).fill('/'))
    for (const browser of browsers) assert.equal(await whoIs(browser), claims.email)
  }
  const subjects = (await credentials(it)).flatMap(([by, subject]) => (by === 'oidc' ? [subject] : []))
  assert.deepEqual(subjects.toSorted(), [`${provider.issuer}#1`, `${provider.issuer}#3`])
  const { db } = it.service
  assert.equal((await db.read.selectFrom('person').selectAll().execute()).length, 2)
  assert.equal((await db.read.selectFrom('membership').selectAll().execute()).length, 2)
})
