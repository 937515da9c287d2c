import assert from 'node:assert/strict'
import { createPerson } from '#accounts/people.ts'
import { aDashboardClient } from '#testing/dashboard-client.ts'
import { throughGitHub, withGitHubSignIn } from '#testing/github-sign-in.ts'
import { anOwner } from '#testing/owners.ts'
import { giveCode, isSignedIn, withSecondFactor } from '#testing/second-factor.ts'

withGitHubSignIn(
  'existing members with a verified address sign in with GitHub, and nobody new',
  async (it, gitHub) => {
    const { db, ids } = it.service
    const ada = { name: 'Ada', email: 'ada@example.com', passwordHash: null }
    await db.write(tx => createPerson(tx, it.clock, ids, ada))

    assert.match(await throughGitHub(aDashboardClient(it), gitHub), /\/app\/$/)
    const visitor = aDashboardClient(it)
    await throughGitHub(visitor, gitHub)
    assert.equal((await visitor.get('/app/api/me')).json.person.email, 'ada@example.com')
    const kept = await db.read.selectFrom('credential').selectAll().execute()
    assert.deepEqual(
      kept.map(({ provider, subject }) => [provider, subject]),
      [['github', '1']],
    )
    assert.doesNotMatch(JSON.stringify(kept), /gho_secret/)

    const request = new URLSearchParams({ client_id: 'x', redirect_uri: 'http://127.0.0.1:1/a?b=1&c=~*' })
    const consent = `/app/consent?request=${encodeURIComponent(request.toString())}`
    assert.ok((await throughGitHub(aDashboardClient(it), gitHub, consent)).endsWith(consent))

    gitHub.be({ id: 2, login: 'eve', email: 'ada@example.com', verified: false })
    assert.match(
      await throughGitHub(aDashboardClient(it), gitHub),
      /\/app\/sign-in\?error=account_not_linked/,
    )
    gitHub.be({ id: 3, login: 'eve', email: 'eve@example.com', verified: true })
    assert.match(await throughGitHub(aDashboardClient(it), gitHub), /\/app\/sign-in\?error=signup_disabled/)
    const people = await db.read.selectFrom('person').select('email').execute()
    assert.equal(people.length, 1)

    const stranger = aDashboardClient(it)
    const forged = await stranger.get('/app/auth/callback/github?code=one&state=made-up')
    assert.match(String(forged.headers.location), /error=/)
    assert.equal((await stranger.get('/app/api/me')).status, 401)
    const away = { provider: 'github', callbackURL: 'https://evil.example/' }
    assert.equal((await stranger.post('/app/auth/sign-in/social', away)).status, 403)
  },
)

withGitHubSignIn(
  'after GitHub too, a person with a second factor is asked for a code',
  async (it, gitHub) => {
    const ada = await anOwner(it)
    const app = await withSecondFactor(it, ada)
    const sessions = async () =>
      (await it.service.db.read.selectFrom('session').select('id').execute()).length
    const visitor = aDashboardClient(it)
    const code = '/app/sign-in/code?next='
    const to = await throughGitHub(visitor, gitHub, '/app/consent?request=a%26b')
    assert.ok(to.endsWith(`${code}%2Fconsent%3Frequest%3Da%2526b`), to)
    assert.deepEqual([await isSignedIn(visitor), await sessions()], [false, 1])
    assert.equal((await giveCode(visitor, app.next())).status, 200)
    assert.equal(await isSignedIn(visitor), true)
    assert.ok((await throughGitHub(aDashboardClient(it), gitHub)).endsWith(`${code}%2F`))
  },
)
