import assert from 'node:assert/strict'
import { openDashboardServices } from '#app/dashboard.ts'
import { pruneSignIn } from '#pipeline/maintenance/prune.ts'
import { aDashboardClient, type DashboardClient, printedLinkSecret } from '#testing/dashboard-client.ts'
import { listen } from '#testing/http.ts'
import { aMember } from '#testing/members.ts'
import { anOwner, PASSWORD } from '#testing/owners.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import { createServer } from '#web/server.ts'

const EMAIL = 'ada@example.com'
const BEHIND_PROXY = { TIDINGS_TRUSTED_PROXIES: '127.0.0.1' }
const MINUTE = 60_000

const from = (address: string) => ({ 'X-Forwarded-For': address })

const tryPassword = async (visitor: DashboardClient, password: string, address: string, email = EMAIL) =>
  (await visitor.post('/app/auth/sign-in/email', { email, password }, from(address))).status

const askForLink = async (visitor: DashboardClient, address: string, body: object = { email: EMAIL }) =>
  (await visitor.post('/app/auth/sign-in/magic-link', body, from(address))).status

const rowsOf = async (it: TestService, table: 'sign_in_rate' | 'ticket') =>
  (await it.service.db.read.selectFrom(table).selectAll().execute()).length

withRunningService(
  'one address guessing passwords and requesting links does not block others',
  async it => {
    await anOwner(it)
    const eve = aDashboardClient(it)
    const statuses = { 401: 0, 429: 0 }
    for (let n = 0; n < 40; n++)
      statuses[(await tryPassword(eve, `guess number ${n}`, '203.0.113.9')) as 401 | 429]++
    assert.deepEqual(statuses, { 401: 10, 429: 30 })
    for (let n = 0; n < 40; n++) await askForLink(eve, '203.0.113.9', { email: 'eve@example.com' })
    for (let n = 0; n < 40; n++) assert.equal(await askForLink(eve, '203.0.113.9'), 429)
    assert.equal(await tryPassword(aDashboardClient(it), PASSWORD, '198.51.100.1'), 200)
    assert.equal(await askForLink(aDashboardClient(it), '198.51.100.1'), 200)
  },
  BEHIND_PROXY,
)

withRunningService(
  'all web processes count the attempts of one address together',
  async it => {
    await anOwner(it)
    const parts = { ...it.parts, dashboard: openDashboardServices(it.service) }
    await using other = await listen(createServer(parts))
    const eves = [aDashboardClient(it), aDashboardClient({ ...it, ask: other.ask })] as const
    const guesses: number[] = []
    const links: number[] = []
    for (let n = 0; n < 12; n++) {
      const eve = eves[n % 2 ? 1 : 0]
      guesses.push(await tryPassword(eve, 'a guess', '203.0.113.9', `nobody${n}@example.com`))
      links.push(await askForLink(eve, '203.0.113.9', { email: `nobody${n}@example.com` }))
    }
    const refused = (statuses: number[]) => statuses.filter(status => status === 429).length
    assert.deepEqual([refused(guesses), refused(links)], [2, 7])
    it.clock.advance(6_000)
    assert.equal(await tryPassword(eves[0], 'a guess', '203.0.113.9'), 401)
    assert.equal(await tryPassword(eves[1], 'a guess', '203.0.113.9'), 429)
  },
  BEHIND_PROXY,
)

withRunningService(
  'a request that is refused as malformed does not count as an attempt',
  async it => {
    await anOwner(it)
    for (let n = 0; n < 20; n++) {
      const body = { email: EMAIL, password: 5 }
      const malformed = await aDashboardClient(it).post(
        '/app/auth/sign-in/email',
        body,
        from(`203.0.113.${n}`),
      )
      assert.equal(malformed.status, 400)
    }
    assert.equal(await tryPassword(aDashboardClient(it), PASSWORD, '198.51.100.1'), 200)
  },
  BEHIND_PROXY,
)

withRunningService(
  'a known browser can sign in whatever others do',
  async it => {
    const ada = await anOwner(it)
    await ada.post('/app/auth/sign-out')
    assert.equal(await tryPassword(ada, PASSWORD, '203.0.113.9'), 200, 'this makes the browser known')
    await ada.post('/app/auth/sign-out')
    for (let n = 0; n < 20; n++) {
      await askForLink(aDashboardClient(it), `198.51.100.${n}`)
      await tryPassword(aDashboardClient(it), 'a wrong password', `198.51.100.${n}`)
      await tryPassword(aDashboardClient(it), 'a wrong password', '203.0.113.9')
    }
    assert.equal(await askForLink(aDashboardClient(it), '198.51.100.77'), 429)
    assert.equal(await askForLink(ada, '203.0.113.9'), 200)
    assert.equal(await tryPassword(ada, PASSWORD, '203.0.113.9'), 200)
  },
  BEHIND_PROXY,
)

withRunningService(
  'an IPv6 network counts as one address',
  async it => {
    await anOwner(it)
    const statuses = []
    for (let n = 0; n < 12; n++)
      statuses.push(await tryPassword(aDashboardClient(it), `guess ${n}`, `2001:db8:1:2:${n}::1`))
    assert.deepEqual(statuses.slice(-3), [401, 429, 429])
    assert.equal(await tryPassword(aDashboardClient(it), PASSWORD, '2001:db8:1:3::1'), 200)
  },
  BEHIND_PROXY,
)

withRunningService(
  'requests by strangers leave few rows, which are deleted later',
  async it => {
    await anOwner(it)
    const before = await rowsOf(it, 'ticket')
    for (let n = 0; n < 300; n++) {
      await tryPassword(aDashboardClient(it), 'a wrong password', '203.0.113.9', `nobody${n}@example.com`)
      await askForLink(aDashboardClient(it), '203.0.113.9', { email: `nobody${n}@example.com` })
    }
    assert.ok((await rowsOf(it, 'sign_in_rate')) <= 17)
    for (let n = 0; n < 20; n++)
      await askForLink(aDashboardClient(it), `198.51.100.${n}`, { email: `no${n}@example.com` })
    await askForLink(aDashboardClient(it), '198.51.100.99')
    await printedLinkSecret(it, 'sign-in/link')
    assert.equal(await rowsOf(it, 'ticket'), before + 1, 'the link of somebody who is known')
    it.clock.advance(11 * MINUTE)
    const { clock, db } = it.service
    const outcome = await pruneSignIn({ clock }).run(new AbortController().signal)
    await db.write(async tx => void (await outcome(tx)))
    assert.equal(await rowsOf(it, 'sign_in_rate'), 0)
  },
  BEHIND_PROXY,
)

withRunningService(
  'starting a GitHub sign-in stores nothing',
  async it => {
    await aMember(it, EMAIL, 'owner')
    const before = await rowsOf(it, 'ticket')
    const input = { provider: 'github', callbackURL: '/app/' }
    assert.equal((await aDashboardClient(it).post('/app/auth/sign-in/social', input)).status, 200)
    assert.equal(await rowsOf(it, 'ticket'), before)
  },
  { TIDINGS_GITHUB_CLIENT_ID: 'client', TIDINGS_GITHUB_CLIENT_SECRET: 'secret' },
)

withRunningService(
  'untrusted input is truncated in the log',
  async it => {
    const callbackURL = `https://evil.example/${'x'.repeat(10_000)}\u0007`
    const input = { provider: 'github', callbackURL }
    assert.equal((await aDashboardClient(it).post('/app/auth/sign-in/social', input)).status, 403)
    const lines = it.logged.filter(line => line.includes('evil.example'))
    assert.ok(lines.length > 0)
    for (const line of lines) assert.ok(line.length < 500, String(line.length))
  },
  { TIDINGS_GITHUB_CLIENT_ID: 'client', TIDINGS_GITHUB_CLIENT_SECRET: 'secret' },
)
