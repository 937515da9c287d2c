import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignInLink } from '#auth/sign-in-links.ts'
import { aDashboardClient, type DashboardClient } from '#testing/dashboard-client.ts'
import { ENGINES } from '#testing/databases.ts'
import { testAction } from '#testing/members.ts'
import { anOwner } from '#testing/owners.ts'
import {
  codeAt,
  giveCode,
  halfSignedIn,
  isSignedIn,
  signInByPassword,
  withSecondFactor,
} from '#testing/second-factor.ts'
import { aService, type TestService, withRunningService } from '#testing/service.ts'

const MINUTE = 60_000
const EMAIL = 'ada@example.com'

const factorOf = async (visitor: DashboardClient) =>
  (await visitor.get('/app/api/me/sign-in')).json.secondFactor

const offer = (visitor: DashboardClient) => visitor.post('/app/api/me/second-factor/offer')
const turnOn = (visitor: DashboardClient, code: string) => visitor.post('/app/api/me/second-factor', { code })
const turnOff = (visitor: DashboardClient, code: string) =>
  visitor.post('/app/api/me/second-factor/off', { code })

/** The browser of somebody who opened a sign-in link. */
async function byLink(it: TestService): Promise<DashboardClient> {
  const secret = await it.service.db.write(tx => createSignInLink(tx, it.service, EMAIL, 5))
  const visitor = aDashboardClient(it)
  const { status, json } = await visitor.post('/app/api/sign-in/link', { secret })
  assert.deepEqual([status, json], [200, { needsSecondFactor: true }])
  return visitor
}

withRunningService('a person turns it on, signs in with a code, and turns it off', async it => {
  const ada = await anOwner(it)
  const phone = aDashboardClient(it)
  assert.deepEqual((await signInByPassword(phone)).json, { needsSecondFactor: false })
  assert.equal(await factorOf(ada), null)
  const app = await withSecondFactor(it, ada)
  assert.deepEqual(await factorOf(ada), { since: it.clock.now(), recoveryCodes: 10 })
  assert.deepEqual([await isSignedIn(ada), await isSignedIn(phone)], [true, false], 'other sessions end')
  const stored = await it.service.db.read.selectFrom('second_factor').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(app.secret))

  const visitor = await halfSignedIn(it)
  assert.equal((await giveCode(visitor, '000000')).status, 403)
  assert.equal(await isSignedIn(visitor), false)
  const code = app.next()
  assert.equal((await giveCode(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)).status, 200)
  assert.equal(await isSignedIn(visitor), true)

  assert.equal((await turnOff(visitor, '000000')).status, 403)
  assert.equal((await turnOff(visitor, app.next())).status, 200)
  assert.equal(await factorOf(visitor), null)
  assert.deepEqual((await signInByPassword(aDashboardClient(it))).json, { needsSecondFactor: false })
})

withRunningService('the first step gives no session and does not make the browser known', async it => {
  await withSecondFactor(it, await anOwner(it))
  const { cookies } = await signInByPassword(aDashboardClient(it))
  assert.deepEqual(
    cookies.map(one => one.split('=')[0]),
    ['tidings.unfinished'],
  )
  assert.match(cookies.join(), /Max-Age=600; Path=\/app\/api; HttpOnly; SameSite=Lax/)
})

withRunningService(
  'a sign-in link asks for a code too, and still lets its owner replace the password',
  async it => {
    const app = await withSecondFactor(it, await anOwner(it))
    const visitor = await byLink(it)
    assert.equal(await isSignedIn(visitor), false)
    assert.equal((await giveCode(visitor, app.next())).status, 200)
    assert.equal((await visitor.get('/app/api/me/sign-in')).json.password.isAskedFor, false)
  },
)

withRunningService('a code counts once, also of two that come at the same time', async it => {
  const app = await withSecondFactor(it, await anOwner(it))
  const again = codeAt(app.secret, it.clock.now())
  assert.equal((await giveCode(await halfSignedIn(it), again)).status, 403, 'it turned it on')
  const visitors = [await halfSignedIn(it), await halfSignedIn(it)]
  const code = app.next()
  const answers = await Promise.all(visitors.map(visitor => giveCode(visitor, code)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403])
  it.clock.advance(30_000)
  assert.equal((await giveCode(await halfSignedIn(it), code)).status, 403, 'within its window')
  const late = codeAt(app.secret, it.clock.now() - 30_000)
  assert.equal(late, code)
  const early = codeAt(app.secret, it.clock.now() + 30_000)
  assert.equal((await giveCode(await halfSignedIn(it), early)).status, 200, 'a clock that is ahead')
  const current = codeAt(app.secret, it.clock.now())
  assert.equal(
    (await giveCode(await halfSignedIn(it), current)).status,
    403,
    'an earlier step is used up too',
  )
})

withRunningService('guesses are limited for each person, whatever the browser', async it => {
  const ada = await anOwner(it)
  const app = await withSecondFactor(it, ada)
  it.clock.advance(MINUTE)
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await giveCode(await halfSignedIn(it), `00000${n}`)).status)
  assert.deepEqual(statuses, [...Array(5).fill(403), 429])
  const visitor = await halfSignedIn(it)
  assert.equal((await giveCode(visitor, app.next())).status, 429, 'the right one too')
  assert.equal((await turnOff(ada, app.next())).status, 429, 'an open session gets no other guesses')
  const { rows } = { rows: await it.service.db.read.selectFrom('sign_in_rate').select('key').execute() }
  assert.ok(
    rows.some(({ key }) => key.startsWith('second factor ')),
    'the count is in the database',
  )
  assert.equal(
    (await giveCode(visitor, app.recoveryCodes[0] ?? '')).status,
    200,
    'its owner is not locked out',
  )
  it.clock.advance(15 * MINUTE)
  assert.equal((await giveCode(await halfSignedIn(it), app.next())).status, 200)
})

withRunningService('guesses of recovery codes are limited', async it => {
  await withSecondFactor(it, await anOwner(it))
  const statuses = []
  for (let n = 0; n < 6; n++)
    statuses.push((await giveCode(await halfSignedIn(it), `0000-0000-0000-000${n}`)).status)
  assert.deepEqual(statuses, [...Array(5).fill(403), 429])
})

withRunningService('who knows only the password does not keep the owner out of a known browser', async it => {
  const ada = await anOwner(it)
  const phone = aDashboardClient(it)
  await signInByPassword(phone)
  it.clock.advance(MINUTE)
  const app = await withSecondFactor(it, ada)
  it.clock.advance(MINUTE)
  for (let n = 0; n < 6; n++) await giveCode(await halfSignedIn(it), `00000${n}`)
  it.clock.advance(MINUTE)
  for (let n = 0; n < 6; n++) await giveCode(await halfSignedIn(it), `0000-0000-0000-000${n}`)
  it.clock.advance(MINUTE)
  assert.equal((await giveCode(await halfSignedIn(it), app.next())).status, 429, 'in an unknown one')
  for (const known of [ada, phone]) {
    it.clock.advance(MINUTE)
    const [recovery = ''] = app.recoveryCodes.splice(0, 1)
    for (const code of [app.next(), recovery]) {
      await known.post('/app/auth/sign-out')
      assert.deepEqual((await signInByPassword(known)).json, { needsSecondFactor: true })
      assert.equal((await giveCode(known, code)).status, 200)
    }
  }
})

withRunningService('browsers that became known without a code get no guesses each', async it => {
  const ada = await anOwner(it)
  const older = Array.from({ length: 3 }, () => aDashboardClient(it))
  for (const browser of older) await signInByPassword(browser)
  it.clock.advance(MINUTE)
  const app = await withSecondFactor(it, ada)
  it.clock.advance(MINUTE)
  const statuses: number[] = []
  for (let n = 0; n < 9; n++) {
    const browser = older[n % 3] ?? ada
    await signInByPassword(browser)
    statuses.push((await giveCode(browser, `00000${n}`)).status)
  }
  assert.deepEqual(statuses, [...Array(5).fill(403), ...Array(4).fill(429)], 'all together')
  await ada.post('/app/auth/sign-out')
  await signInByPassword(ada)
  assert.equal((await giveCode(ada, app.next())).status, 200, 'the browser that turned it on')
  await ada.post('/app/auth/sign-out')
  const own: number[] = []
  await signInByPassword(ada)
  for (let n = 0; n < 6; n++) own.push((await giveCode(ada, `00000${n}`)).status)
  assert.deepEqual(own, [...Array(5).fill(403), 429], 'a known browser is limited too')
})

withRunningService('a recovery code counts once, also of two that come at the same time', async it => {
  const ada = await anOwner(it)
  const { recoveryCodes, next } = await withSecondFactor(it, ada)
  const [first = '', second = ''] = recoveryCodes
  assert.equal(new Set(recoveryCodes).size, 10)
  for (const code of recoveryCodes) assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  const visitors = [await halfSignedIn(it), await halfSignedIn(it)]
  const answers = await Promise.all(visitors.map(visitor => giveCode(visitor, first)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403])
  assert.equal((await factorOf(ada)).recoveryCodes, 9)
  const typed = ` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `
  assert.equal((await giveCode(await halfSignedIn(it), typed)).status, 200)
  const stored = await it.service.db.read.selectFrom('ticket').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(recoveryCodes.join('|')))

  const renewed = await ada.post('/app/api/me/second-factor/recovery-codes', { code: next() })
  assert.equal((await factorOf(ada)).recoveryCodes, 10)
  assert.equal((await giveCode(await halfSignedIn(it), recoveryCodes[2] ?? '')).status, 403)
  const [fresh = ''] = renewed.json.recoveryCodes
  assert.equal((await turnOff(ada, fresh)).status, 200)
  const without = await ada.post('/app/api/me/second-factor/recovery-codes', { code: next() })
  assert.equal(without.status, 403)
})

withRunningService('an unfinished sign-in ends with time, and with what ends sessions', async it => {
  const ada = await anOwner(it)
  const app = await withSecondFactor(it, ada)
  const isOver = async (visitor: DashboardClient) => {
    assert.equal((await giveCode(visitor, app.next())).status, 409)
    return (await isSignedIn(visitor)) === false
  }
  assert.ok(await isOver(aDashboardClient(it)), 'none was begun')
  const late = await halfSignedIn(it)
  it.clock.advance(10 * MINUTE)
  assert.ok(await isOver(late))
  const elsewhere = await halfSignedIn(it)
  await ada.post('/app/api/me/sign-out-others')
  assert.ok(await isOver(elsewhere))
  const finished = await halfSignedIn(it)
  const kept = aDashboardClient(it, finished.cookie())
  assert.equal((await giveCode(finished, app.next())).status, 200)
  assert.ok(await isOver(kept), 'it was finished')
  const open = await halfSignedIn(it)
  assert.equal((await turnOff(finished, app.next())).status, 200)
  assert.ok(await isOver(open), 'there is nothing to ask for any more')
})

withRunningService(
  'turning it on takes a recent session, and a code of what this browser was offered',
  async it => {
    const ada = await anOwner(it)
    const now = () => it.clock.now()
    const first = await offer(ada)
    assert.equal((await turnOn(ada, '000000')).status, 403)
    const { secret } = (await offer(ada)).json
    assert.equal((await turnOn(ada, codeAt(first.json.secret, now()))).status, 403, 'the newest offer counts')
    const other = aDashboardClient(it)
    await signInByPassword(other)
    assert.equal((await turnOn(other, codeAt(secret, now()))).status, 409, 'it was offered nothing')
    it.clock.advance(15 * MINUTE)
    assert.equal((await turnOn(ada, codeAt(secret, now()))).status, 409)
    assert.equal(await factorOf(ada), null)
    await withSecondFactor(it, ada)
    assert.equal((await offer(ada)).status, 409, 'it is on')
    await it.service.db.write(async tx => {
      await tx.deleteFrom('second_factor').execute()
      await tx
        .updateTable('session')
        .set({ created_at: now() - 60 * MINUTE } as object)
        .execute()
    })
    assert.equal((await offer(ada)).status, 409, 'it began an hour ago')
  },
)

withRunningService('tokens of programs go on as before', async it => {
  const ada = await anOwner(it)
  const { createToken } = await import('#auth/tokens.ts')
  const given = { name: 'Website', audience: 'api', expiresAt: null } as const
  const { text } = await it.service.db.write(tx => createToken(tx, testAction(it), it.account.id, given))
  await withSecondFactor(it, ada)
  const headers = { Authorization: `Bearer ${text}` }
  assert.equal((await it.ask('/api/v1/highlights', { headers })).status, 200)
})

for (const engine of ENGINES) {
  test(`the person is told when it is turned on and off (${engine})`, async () => {
    const sent: string[] = []
    const mailed = Promise.withResolvers<void>()
    const { openSignIn } = await import('#app/registry.ts')
    await using it = await aService(engine)
    const signIn = await openSignIn(it.service, {
      async send(to, { subject, text }) {
        sent.push(`${to}: ${subject}`)
        assert.match(text, /If this was not you/)
        if (sent.length === 2) mailed.resolve()
      },
      ...{ github: null, oidc: null, billing: 'none' },
    })
    it.parts.dashboard.signIn = async () => signIn
    const ada = await anOwner(it)
    const app = await withSecondFactor(it, ada)
    assert.equal((await turnOff(ada, app.next())).status, 200)
    await mailed.promise
    assert.deepEqual(sent, [
      `${EMAIL}: Two-factor authentication was turned on`,
      `${EMAIL}: Two-factor authentication was turned off`,
    ])
  })
}
