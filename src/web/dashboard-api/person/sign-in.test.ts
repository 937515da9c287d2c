import assert from 'node:assert/strict'
import { createSetUpLink } from '#accounts/set-up.ts'
import { createSignInLink } from '#auth/sign-in-links.ts'
import { aDashboardClient, printedLinkSecret } from '#testing/dashboard-client.ts'
import { anOwner, PASSWORD, setUpForm, setUpSecret } from '#testing/owners.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const DAY = 86_400_000
const membersPath = (it: TestService) => `/app/api/accounts/${it.account.publicId}/members`

withRunningService(
  'the set-up link makes the first person the owner of all existing accounts, once',
  async it => {
    const secret = await setUpSecret(it)
    const visitor = aDashboardClient(it)
    const looked = await visitor.post('/app/api/set-up/look', { secret })
    assert.deepEqual(looked.json, { accounts: ['Acme'] })
    assert.equal(
      (await visitor.post('/app/api/set-up', setUpForm(secret, { password: 'short' }))).status,
      400,
    )
    const done = await visitor.post('/app/api/set-up', setUpForm(secret))
    assert.equal(done.status, 200)
    assert.match(done.cookies.join(), /^tidings\.session_token=[^;]+;.*HttpOnly.*SameSite=Lax/i)
    const { json } = await visitor.get('/app/api/me')
    assert.equal(json.person.email, 'ada@example.com')
    assert.deepEqual(json.accounts, [
      { id: it.account.publicId, name: 'Acme', timeZone: 'UTC', role: 'owner', needsSignOn: false },
    ])
    const again = await aDashboardClient(it).post(
      '/app/api/set-up',
      setUpForm(secret, { email: 'eve@example.com' }),
    )
    assert.equal(again.status, 404)
    assert.equal(await createSetUpLink(it.service.db, it.clock), null)
    const stored = await it.service.db.read.selectFrom('ticket').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(secret))
  },
)

withRunningService('of two concurrent set-ups, only one succeeds', async it => {
  const secrets = [await setUpSecret(it), await setUpSecret(it)]
  const answers = await Promise.all(
    secrets.map((secret, n) =>
      aDashboardClient(it).post('/app/api/set-up', setUpForm(secret, { email: `n${n}@example.com` })),
    ),
  )
  assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 404])
  const people = await it.service.db.read.selectFrom('person').select('email').execute()
  assert.equal(people.length, 1)
  assert.equal((await it.service.db.read.selectFrom('membership').selectAll().execute()).length, 1)
})

withRunningService('a set-up link expires after a day', async it => {
  const secret = await setUpSecret(it)
  it.clock.advance(DAY)
  assert.equal((await aDashboardClient(it).post('/app/api/set-up', setUpForm(secret))).status, 404)
})

withRunningService(
  'a person signs in with a password, and sign-up and unused endpoints are closed',
  async it => {
    await anOwner(it)
    const visitor = aDashboardClient(it)
    const tried = { email: 'Ada@Example.com', password: PASSWORD }
    const wrong = await visitor.post('/app/auth/sign-in/email', { ...tried, password: 'not this one' })
    assert.deepEqual([wrong.status, wrong.json.title], [401, 'Not signed in'])
    const unknown = await visitor.post('/app/auth/sign-in/email', { ...tried, email: 'eve@example.com' })
    assert.deepEqual(unknown.json, wrong.json)
    assert.equal((await visitor.post('/app/auth/sign-in/email', tried)).status, 200)
    assert.equal((await visitor.get('/app/api/me')).json.person.name, 'Ada')
    const newcomer = { name: 'Eve', email: 'eve@example.com', password: PASSWORD }
    for (const path of ['sign-up/email', 'begin', 'update-user', 'delete-user', 'list-sessions', 'nothing']) {
      assert.equal((await visitor.post(`/app/auth/${path}`, newcomer)).status, 404, path)
    }
    assert.equal((await visitor.get('/app/auth/magic-link/verify?token=x')).status, 404)
    assert.equal((await visitor.get('/app/auth/get-session')).status, 404)
    const people = await it.service.db.read.selectFrom('person').select('email').execute()
    assert.deepEqual(
      people.map(one => one.email),
      ['ada@example.com'],
    )
    await visitor.post('/app/auth/sign-out')
    assert.equal((await visitor.get('/app/api/me')).status, 401)
  },
)

withRunningService('a sign-in link works once, and a stranger gets none', async it => {
  await anOwner(it)
  const asker = aDashboardClient(it)
  const ask = (email: string) => asker.post('/app/auth/sign-in/magic-link', { email })
  const forStranger = await ask('eve@example.com')
  const forAda = await ask('ADA@example.com')
  assert.deepEqual([forStranger.status, forStranger.json], [forAda.status, forAda.json])
  const secret = await printedLinkSecret(it, 'sign-in/link')
  assert.doesNotMatch(it.printed.join(''), /eve@example/)
  const stored = await it.service.db.read.selectFrom('ticket').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(secret))
  const [first, second] = await Promise.all(
    [1, 2].map(() => aDashboardClient(it).post('/app/api/sign-in/link', { secret })),
  )
  assert.deepEqual([first?.status, second?.status].toSorted(), [200, 404])
  assert.equal((await aDashboardClient(it).post('/app/api/sign-in/link', { secret })).status, 404)
  assert.doesNotMatch(it.logged.join(''), new RegExp(secret))
})

withRunningService('an expired sign-in link does not work', async it => {
  await anOwner(it)
  const secret = await it.service.db.write(tx => createSignInLink(tx, it.service, 'ada@example.com', 5))
  it.clock.advance(5 * 60_000)
  assert.equal((await aDashboardClient(it).post('/app/api/sign-in/link', { secret })).status, 404)
})

withRunningService('proving an address signs out whoever claimed it without proof', async it => {
  const squatter = await anOwner(it)
  await it.service.db.write(tx => tx.updateTable('person').set({ email_verified: 0 }).execute())
  const secret = await it.service.db.write(tx => createSignInLink(tx, it.service, 'ada@example.com', 5))
  const rightful = aDashboardClient(it)
  assert.equal((await rightful.post('/app/api/sign-in/link', { secret })).status, 200)
  assert.equal((await rightful.get('/app/api/me')).status, 200)
  assert.equal((await squatter.get('/app/api/me')).status, 401)
  const tried = { email: 'ada@example.com', password: PASSWORD }
  assert.equal((await squatter.post('/app/auth/sign-in/email', tried)).status, 401)
})

withRunningService(
  'password guesses are limited to ten a minute, whatever address the client claims',
  async it => {
    await anOwner(it)
    const tried = { email: 'ada@example.com', password: 'a wrong password' }
    const statuses = []
    for (let n = 0; n < 12; n++) {
      const spoofed = { 'X-Forwarded-For': `203.0.113.${n}`, 'X-Tidings-Client': `203.0.113.${n}` }
      statuses.push((await aDashboardClient(it).post('/app/auth/sign-in/email', tried, spoofed)).status)
    }
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429])
    const refused = await aDashboardClient(it).post('/app/auth/sign-in/email', {
      ...tried,
      password: PASSWORD,
    })
    assert.equal(refused.json.title, 'Too many requests')
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
  },
)

withRunningService('changes need a session and our own origin', async it => {
  const owner = await anOwner(it)
  const path = membersPath(it)
  for (const origin of ['https://evil.example', 'null', '', `${it.service.baseUrl}.evil.example`]) {
    const headers = { Origin: origin }
    const invitation = { email: 'eve@example.com', role: 'owner' }
    const attempts = [
      owner.post(path.replace('members', 'actions/invitation.send'), invitation, headers),
      owner.post('/app/api/me/sign-out-everywhere', {}, headers),
      owner.post('/app/auth/sign-out', {}, headers),
      owner.post('/app/auth/sign-in/magic-link', { email: 'ada@example.com' }, headers),
      owner.post('/app/api/sign-in/link', { secret: 'x' }, headers),
    ]
    for (const attempt of attempts) assert.equal((await attempt).status, 403, origin)
  }
  const nobody = aDashboardClient(it)
  for (const asked of [
    nobody.get(path),
    nobody.get('/app/api/me'),
    nobody.post('/app/api/me/sign-out-everywhere'),
  ]) {
    assert.equal((await asked).status, 401)
  }
  const forged = aDashboardClient(it, `${owner.cookie().slice(0, -6)}AAAA%3D`)
  assert.equal((await forged.get('/app/api/me')).status, 401)
  assert.equal((await owner.get('/app/api/me')).headers['cache-control'], 'no-store')
})

withRunningService('signing out other devices keeps the session that asks', async it => {
  const first = await anOwner(it)
  const second = aDashboardClient(it)
  await second.post('/app/auth/sign-in/email', { email: 'ada@example.com', password: PASSWORD })
  assert.equal((await first.post('/app/api/me/sign-out-others')).status, 200)
  assert.deepEqual(
    [(await first.get('/app/api/me')).status, (await second.get('/app/api/me')).status],
    [200, 401],
  )
})

withRunningService('signing out everywhere ends each session at once', async it => {
  const first = await anOwner(it)
  const second = aDashboardClient(it)
  await second.post('/app/auth/sign-in/email', { email: 'ada@example.com', password: PASSWORD })
  assert.equal((await second.get('/app/api/me')).status, 200)
  await first.post('/app/api/me/sign-out-everywhere')
  assert.deepEqual(
    [(await first.get('/app/api/me')).status, (await second.get('/app/api/me')).status],
    [401, 401],
  )
})

withRunningService(
  'with an https public address, cookies are secure and limited to its path',
  async it => {
    const visitor = aDashboardClient(it)
    const { cookies } = await visitor.post('/app/api/set-up', setUpForm(await setUpSecret(it)))
    assert.match(cookies.join(), /^__Secure-tidings\.session_token=.*Path=\/log;.*Secure/i)
    assert.equal((await visitor.get('/app/api/me')).status, 200)
    const tried = { email: 'ada@example.com', password: PASSWORD }
    assert.equal((await aDashboardClient(it).post('/app/auth/sign-in/email', tried)).status, 200)
  },
  { TIDINGS_BASE_URL: 'https://example.com/log' },
)
