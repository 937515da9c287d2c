import assert from 'node:assert/strict'
import { type Authenticator, anAuthenticator } from '#testing/authenticator.ts'
import { aDashboardClient, type DashboardClient } from '#testing/dashboard-client.ts'
import { anOwner } from '#testing/owners.ts'
import { withSecondFactor } from '#testing/second-factor.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const LOCAL = { TIDINGS_BASE_URL: 'http://localhost:8080' }
const ORIGIN = LOCAL.TIDINGS_BASE_URL

async function add(visitor: DashboardClient, device: Authenticator): Promise<number> {
  const { status, json } = await visitor.post('/app/api/me/passkeys/ask')
  assert.equal(status, 200)
  return (await visitor.post('/app/api/me/passkeys', device.make(json.challenge))).status
}

async function asked(visitor: DashboardClient): Promise<string> {
  return (await visitor.post('/app/api/sign-in/passkey/ask')).json.challenge
}

const signIn = (visitor: DashboardClient, answer: object) => visitor.post('/app/api/sign-in/passkey', answer)
const own = async (visitor: DashboardClient) => (await visitor.get('/app/api/me/sign-in')).json.passkeys

withRunningService(
  'a person adds a passkey, signs in with it, and removes it',
  async it => {
    const ada = await anOwner(it)
    const device = anAuthenticator(ORIGIN)
    assert.equal(await add(ada, device), 200)
    assert.equal(await add(ada, device), 409, 'it is there already')
    const visitor = aDashboardClient(it)
    assert.equal((await signIn(visitor, device.sign(await asked(visitor)))).status, 200)
    assert.equal((await visitor.get('/app/api/me')).json.person.email, 'ada@example.com')
    const [passkey] = await own(ada)
    assert.equal(passkey.lastUsedAt, it.clock.now())
    const other = aDashboardClient(it)
    assert.equal((await ada.send('DELETE', `/app/api/me/passkeys/${passkey.id}`)).status, 200)
    assert.equal((await signIn(other, device.sign(await asked(other)))).status, 404)
    assert.deepEqual(await own(ada), [])
  },
  LOCAL,
)

withRunningService(
  'what a passkey signed counts once, for its site, and only if it recognized the person',
  async it => {
    const device = anAuthenticator(ORIGIN)
    await add(await anOwner(it), device)
    const refused = async (answer: (challenge: string) => object) => {
      const visitor = aDashboardClient(it)
      const { status } = await signIn(visitor, answer(await asked(visitor)))
      assert.deepEqual([status, (await visitor.get('/app/api/me')).status], [400, 401])
    }
    await refused(() => device.sign('another challenge'))
    await refused(challenge => device.sign(challenge, { origin: 'https://evil.example' }))
    await refused(challenge => device.sign(challenge, { site: 'evil.example' }))
    await refused(challenge => device.sign(challenge, { flags: 0b001 }))
    await refused(challenge => device.sign(challenge, { flags: 0b100 }))
    await refused(challenge => device.sign(challenge, { type: 'webauthn.create' }))
    await refused(challenge => ({ ...anAuthenticator(ORIGIN).sign(challenge), id: device.id }))

    const visitor = aDashboardClient(it)
    const challenge = await asked(visitor)
    const pending = visitor.cookie()
    const answer = device.sign(challenge, { counter: 7 })
    assert.equal((await signIn(visitor, answer)).status, 200)
    assert.equal((await signIn(visitor, answer)).status, 400, 'the browser forgot what it was asked')
    assert.equal((await signIn(aDashboardClient(it, pending), answer)).status, 400, 'its count was seen')
    await refused(again => device.sign(again, { counter: 6 }))

    const uncounted = anAuthenticator(ORIGIN)
    await add(visitor, uncounted)
    const first = aDashboardClient(it)
    const signed = uncounted.sign(await asked(first))
    const copy = aDashboardClient(it, first.cookie())
    assert.equal((await signIn(first, signed)).status, 200)
    assert.equal((await signIn(copy, signed)).status, 409, 'the challenge was used')

    const late = aDashboardClient(it)
    const old = device.sign(await asked(late), { counter: 9 })
    it.clock.advance(6 * 60_000)
    assert.equal((await signIn(late, old)).status, 400)
  },
  LOCAL,
)

withRunningService(
  'adding a passkey takes a recent session, and what it asked this person',
  async it => {
    const ada = await anOwner(it)
    const device = anAuthenticator(ORIGIN)
    await ada.post('/app/api/me/passkeys/ask')
    assert.equal((await ada.post('/app/api/me/passkeys', device.make('another challenge'))).status, 400)
    const certified = await ada.post('/app/api/me/passkeys/ask')
    const attested = device.make(certified.json.challenge, 'apple')
    assert.equal((await ada.post('/app/api/me/passkeys', attested)).status, 400, 'no certificate is read')
    const challenge = await asked(ada)
    assert.equal((await ada.post('/app/api/me/passkeys', device.make(challenge))).status, 400)
    await aged(it)
    assert.equal((await ada.post('/app/api/me/passkeys/ask')).status, 409)
    assert.deepEqual(await own(ada), [])
  },
  LOCAL,
)

/** Makes a session older in the database, because the sign-in library uses the time of the machine. */
const aged = ({ service, clock }: TestService) =>
  service.db.write(tx =>
    tx
      .updateTable('session')
      .set({ created_at: clock.now() - 3_600_000 } as object)
      .execute(),
  )

withRunningService(
  'a passkey signs in without a code, since it is two factors already',
  async it => {
    const ada = await anOwner(it)
    const device = anAuthenticator(ORIGIN)
    await add(ada, device)
    await withSecondFactor(it, ada)
    const visitor = aDashboardClient(it)
    assert.equal((await signIn(visitor, device.sign(await asked(visitor)))).status, 200)
    assert.equal((await visitor.get('/app/api/me')).status, 200)
  },
  LOCAL,
)

withRunningService('an address without a host name has no passkeys', async it => {
  const visitor = aDashboardClient(it)
  assert.equal((await visitor.get('/app/api/welcome')).json.passkeys, false)
  assert.equal((await visitor.post('/app/api/sign-in/passkey/ask')).status, 409)
})
