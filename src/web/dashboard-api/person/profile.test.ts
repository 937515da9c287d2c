import assert from 'node:assert/strict'
import { createPerson } from '#accounts/people.ts'
import { createSignInLink } from '#auth/sign-in-links.ts'
import { hashOfSecret } from '#platform/secrets.ts'
import { aDashboardClient, type DashboardClient } from '#testing/dashboard-client.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const EMAIL = 'ada@example.com'
const FIRST = 'correct horse battery'
const SECOND = 'another long password'
const MINUTE = 60_000

/** Somebody who signs in by a link, in a browser of their own. */
async function byLink(it: TestService, email = EMAIL): Promise<DashboardClient> {
  const secret = await it.service.db.write(tx => createSignInLink(tx, it.service, email, 5))
  const visitor = aDashboardClient(it)
  assert.equal((await visitor.post('/app/api/sign-in/link', { secret })).status, 200)
  return visitor
}

const newPerson = (it: TestService, email = EMAIL) =>
  it.service.db.write(tx =>
    createPerson(tx, it.clock, it.service.ids, { name: 'Ada', email, passwordHash: null }),
  )

/** Somebody with a password, who has been signed in for a while. */
async function aPerson(it: TestService): Promise<DashboardClient> {
  await newPerson(it)
  const visitor = await byLink(it)
  assert.equal((await change(visitor, FIRST)).status, 200)
  it.clock.advance(10 * MINUTE)
  return visitor
}

const change = (visitor: DashboardClient, password: string, current: string | null = null) =>
  visitor.post('/app/api/me/password', { password, current })

const tryPassword = (visitor: DashboardClient, password: string, headers: Record<string, string> = {}) =>
  visitor.post('/app/auth/sign-in/email', { email: EMAIL, password }, headers)

const isInside = async (visitor: DashboardClient) => (await visitor.get('/app/api/me')).status === 200

withRunningService('a person changes their name', async it => {
  const visitor = await aPerson(it)
  const rename = (name: string) => visitor.send('PATCH', '/app/api/me', { name })
  assert.deepEqual((await rename('  Ada\u202e Lovelace ')).json, { name: 'Ada Lovelace' })
  assert.equal((await visitor.get('/app/api/me')).json.person.name, 'Ada Lovelace')
  assert.equal((await rename('  ')).status, 400)
})

withRunningService(
  'the page of one person does nothing as another who signed in in the same browser',
  async it => {
    const visitor = await aPerson(it)
    const { id } = (await visitor.get('/app/api/me')).json.person
    const rename = (person: string) =>
      visitor.send('PATCH', '/app/api/me', { name: 'Bo' }, { 'Tidings-Person': person })
    assert.equal((await rename(it.service.ids.next())).status, 401)
    assert.equal((await visitor.get('/app/api/me')).json.person.name, 'Ada')
    assert.equal((await rename(id)).status, 200)
  },
)

withRunningService('changing the password needs the current one and ends all other sessions', async it => {
  const here = await aPerson(it)
  const elsewhere = aDashboardClient(it)
  assert.equal((await tryPassword(elsewhere, FIRST)).status, 200)
  assert.deepEqual((await elsewhere.get('/app/api/me/sign-in')).json.password, {
    isSet: true,
    isAskedFor: true,
  })
  assert.equal((await change(elsewhere, SECOND)).status, 403)
  assert.equal((await change(elsewhere, SECOND, 'not the current one')).status, 403)
  assert.equal((await change(elsewhere, 'short', FIRST)).status, 400)
  assert.ok(await isInside(here))
  assert.equal((await change(elsewhere, SECOND, FIRST)).status, 200)
  assert.deepEqual([await isInside(elsewhere), await isInside(here)], [true, false])
  assert.equal((await tryPassword(here, FIRST)).status, 401)
  assert.equal((await tryPassword(here, SECOND)).status, 200)
})

withRunningService('guesses of the current password in an open session are limited', async it => {
  const visitor = await aPerson(it)
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await change(visitor, SECOND, `guess number ${n}`)).status)
  assert.deepEqual(statuses, [...Array(5).fill(403), 429, 429])
  assert.equal((await change(visitor, SECOND, FIRST)).status, 429)
  it.clock.advance(MINUTE)
  assert.equal((await change(visitor, SECOND, FIRST)).status, 200)
})

withRunningService(
  'for ten minutes after signing in by link, the current password is not needed',
  async it => {
    await aPerson(it)
    const forgetful = await byLink(it)
    assert.equal((await forgetful.get('/app/api/me/sign-in')).json.password.isAskedFor, false)
    it.clock.advance(10 * MINUTE - 1)
    assert.equal((await change(forgetful, SECOND)).status, 200)
    it.clock.advance(1)
    assert.equal((await change(forgetful, FIRST)).status, 403)
  },
)

withRunningService('a person lists their sessions and ends one', async it => {
  const here = await aPerson(it)
  const phone = aDashboardClient(it)
  const name = 'Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
  assert.equal((await tryPassword(phone, FIRST, { 'User-Agent': name })).status, 200)
  interface Shown {
    id: string
    device: string
    isThis: boolean
  }
  const { sessions } = (await here.get('/app/api/me/sign-in')).json as { sessions: Shown[] }
  assert.deepEqual(sessions.map(one => `${one.device} ${one.isThis}`).toSorted(), [
    'A browser true',
    'Firefox on Android false',
  ])
  const other = sessions.find(one => !one.isThis)?.id ?? ''
  await newPerson(it, 'eve@example.com')
  const eve = await byLink(it, 'eve@example.com')
  assert.equal((await eve.send('DELETE', `/app/api/me/sessions/${other}`)).status, 404)
  assert.ok(await isInside(phone))
  assert.equal((await here.send('DELETE', `/app/api/me/sessions/${other}`)).status, 200)
  assert.deepEqual([await isInside(phone), await isInside(here)], [false, true])
})

withRunningService(
  'guessing from many addresses is stopped without blocking a known browser or a sign-in link',
  async it => {
    const ada = await aPerson(it)
    await ada.post('/app/auth/sign-out')
    const from = (n: number) => ({ 'X-Forwarded-For': `203.0.113.${n}` })
    const attack = async (n: number) =>
      (await tryPassword(aDashboardClient(it), `guess number ${n}`, from(n))).status
    const statuses = []
    for (let n = 0; n < 17; n++) statuses.push(await attack(n))
    assert.deepEqual(statuses, [...Array(15).fill(401), 429, 429])
    const stranger = await tryPassword(aDashboardClient(it), FIRST, from(100))
    assert.equal(stranger.status, 429)
    assert.match(String(stranger.headers['retry-after']), /^\d+$/)
    assert.equal((await tryPassword(ada, FIRST, from(101))).status, 200, 'from a browser that is known')
    assert.ok(await isInside(await byLink(it)))
    it.clock.advance(MINUTE)
    assert.equal((await tryPassword(aDashboardClient(it), FIRST, from(102))).status, 200, 'a minute later')
    await newPerson(it, 'eve@example.com')
    const eve = await byLink(it, 'eve@example.com')
    await eve.post('/app/auth/sign-out')
    for (let n = 0; n < 15; n++) await attack(n + 110)
    assert.equal((await tryPassword(eve, FIRST, from(103))).status, 429, 'known for another address')
  },
  { TIDINGS_TRUSTED_PROXIES: '127.0.0.1' },
)

withRunningService(
  'sign-in links per address are limited, without revealing whether the address is known',
  async it => {
    await newPerson(it)
    for (const email of [EMAIL, 'nobody@example.com']) {
      const statuses = []
      for (let n = 0; n < 6; n++) {
        const from = { 'X-Forwarded-For': `203.0.113.${n}` }
        statuses.push(
          (await aDashboardClient(it).post('/app/auth/sign-in/magic-link', { email }, from)).status,
        )
      }
      assert.deepEqual(statuses, [...Array(5).fill(200), 429])
    }
  },
  { TIDINGS_TRUSTED_PROXIES: '127.0.0.1' },
)

/** The token in the cookie, without its signature. */
const tokenOf = (visitor: DashboardClient): string =>
  /session_token=([^.;]+)\./.exec(decodeURIComponent(visitor.cookie()))?.[1] ?? ''

withRunningService('the database holds only hashes of session tokens', async it => {
  const { db } = it.service
  const visitor = await aPerson(it)
  const token = tokenOf(visitor)
  const stored = async () => (await db.read.selectFrom('session').selectAll().execute())[0]
  assert.equal(token.length, 32)
  assert.equal((await stored())?.token, hashOfSecret(token))
  assert.ok(!JSON.stringify(await stored()).includes(token))

  const old = Date.now() - 2 * 86_400_000
  await db.write(tx =>
    tx
      .updateTable('session')
      .set({ updated_at: old, expires_at: old + 30 * 86_400_000 })
      .execute(),
  )
  const prolonged = await visitor.get('/app/api/me/sign-in')
  assert.equal(prolonged.cookies.length, 1, 'a session is prolonged once a day')
  assert.equal(tokenOf(visitor), token)
  assert.equal(prolonged.json.sessions[0].isThis, true)
  assert.equal((await visitor.post('/app/auth/sign-out')).status, 200)
  assert.equal(await stored(), undefined)
})
