import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { createSignInLink } from '#auth/sign-in-links.ts'
import { registrationPermit } from '#pipeline/github-app/register.ts'
import { beginBackfill } from '#pipeline/ingest/backfill.ts'
import { listAppSummaries } from '#pulls/connections/apps.ts'
import { listSources } from '#pulls/connections/sources.ts'
import { aBrowser, type Page } from './browser.ts'
import { aSample, SAMPLE } from './code-host-server/sample.ts'
import { startCodeHostServer } from './code-host-server/server.ts'
import { aMemberWithRole, anAccount } from './colleagues.ts'
import { aDashboardClient } from './dashboard-client.ts'
import { choiceIn, installation, sourcesOf, states, throughRegistration, withGitHub } from './github-scene.ts'
import { aGitHubPull } from './github-webhooks.ts'

const headersOf = ({ headers }: Page) => [
  headers['cache-control'],
  /form-action ([^;]+);/.exec(headers['content-security-policy'] ?? '')?.[1],
]

withGitHub(
  'an owner creates the app, installs it, connects a repository, and its merges arrive',
  async scene => {
    const { it, host } = scene
    const owner = await scene.owner()
    const { browser } = owner
    const page = await browser.open(await scene.register(owner))
    assert.match(page.text, /for the organisation acme/)
    assert.deepEqual(headersOf(page), ['no-store', host.pageUrl])
    const registered = await throughRegistration(owner, page.address)
    assert.match(
      (await it.service.db.read.selectFrom('code_host_app').select('secrets').executeTakeFirstOrThrow())
        .secrets,
      /^v1\.test\./,
    )
    const installed = await browser.follow(registered, 'Install tidings-acme')
    assert.match(installed.address, new RegExp(`/app/${it.account.publicId}/sources\\?choice=[\\w-]{43}$`))
    const choice = choiceIn(installed)
    const { json } = await scene.choices(owner, choice)
    assert.deepEqual(
      json.installations,
      [
        {
          account: 'acme',
          obstacle: null,
          repositories: [{ id: '7', name: 'acme/app', key: '5:7', standing: 'new' }],
        },
      ],
      'who only reads a repository cannot connect it',
    )
    assert.deepEqual((await scene.choose(owner, choice, ['5:7'])).json, { connected: ['acme/app'] })
    assert.deepEqual(await states(scene), ['acme/app active'])

    using sample = await aSample()
    const code = await startCodeHostServer(sample.history, SAMPLE)
    host.repositories = { apiUrl: code.apiUrls.github, token: code.token }
    await scene.tell('pull_request', {
      action: 'closed',
      installation,
      repository: { id: 7, full_name: 'acme/app' },
      pull_request: aGitHubPull({ number: 1, title: 'As the callback has it' }),
    })
    assert.deepEqual(
      await it.ledger(),
      ['drafted fix: show totals in the right currency'],
      'the host tells more than the callback',
    )
    const [source = assert.fail()] = await listSources(it.service.db.read, {})
    const { db, clock, ids } = it.service
    const wanted = { since: null, past: 'history' as const }
    host.revoke()
    await db.write(tx => beginBackfill(tx, { clock, ids, actor: 'test' }, source, wanted))
    await it.settle()
    assert.equal((await it.ledger()).length, 58, 'what was merged before is read as the installation')
    await code.close()
    const again = await scene.choices(owner, await scene.toChoice(owner))
    assert.equal(again.json.installations[0].repositories[0].standing, 'connected')
    assert.deepEqual(
      it.logged.filter(line => /state=|code=|choice=/.test(line)),
      [],
      'no secret is logged',
    )
  },
)

withGitHub('only an owner registers and connects, and there is one app', async scene => {
  const { it, host } = scene
  const [owner, publisher] = [await scene.owner(), await aMemberWithRole(it, 'publisher')]
  const path = `${sourcesOf(it.account)}/github-app`
  const wanted = { url: host.pageUrl }
  assert.equal((await publisher.post(`${path}/registration`, wanted)).status, 403)
  assert.equal((await publisher.post(path, wanted)).status, 403)
  const early = await owner.client.post(path, wanted)
  assert.deepEqual([early.status, /Create it in the dashboard/.test(early.json.detail)], [404, true])
  const odd = await owner.client.post(`${path}/registration`, { ...wanted, organisation: 'a/b' })
  assert.equal(odd.status, 400)
  const start = async () => (await owner.client.get(`/app/api/accounts/${it.account.publicId}/start`)).json
  assert.deepEqual((await start()).gitHubApps, [])
  await throughRegistration(owner, await scene.register(owner))
  assert.deepEqual((await start()).gitHubApps, [host.pageUrl])
  assert.equal((await owner.client.post(`${path}/registration`, wanted)).status, 409)
})

withGitHub(
  'where a server has several accounts, only its operator lets somebody create the app',
  async scene => {
    const { it, host } = scene
    const owner = await scene.owner()
    await anAccount(it, 'Other')
    const path = `${sourcesOf(it.account)}/github-app/registration`
    const refused = (permit?: string) => owner.client.post(path, { url: host.pageUrl, permit })
    const { status, json } = await refused()
    assert.deepEqual([status, /tidings github-app create/.test(json.detail)], [409, true])
    const start = await owner.client.get(`/app/api/accounts/${it.account.publicId}/start`)
    assert.equal(start.json.mayCreateGitHubApp, false)
    const secrets = await it.service.secrets()
    const permit = registrationPermit(secrets, it.clock)
    for (const forged of ['v1.test.AAAA', secrets.seal(String(it.clock.now() + 60_000), 'another purpose')])
      assert.equal((await refused(forged)).status, 409)
    const link = await scene.register(owner, { permit })
    it.clock.advance(3_600_000)
    assert.equal((await refused(permit)).status, 409, 'it is valid for an hour')
    assert.equal((await owner.browser.open(link)).status, 404)
    await throughRegistration(
      owner,
      await scene.register(owner, { permit: registrationPermit(secrets, it.clock) }),
    )
    assert.equal((await listAppSummaries(it.service.db.read)).length, 1)
  },
)

withGitHub('a registration makes one app, even if it is answered twice at once', async scene => {
  const { it, host } = scene
  const owner = await scene.owner()
  const link = await scene.register(owner)
  const pages = [await owner.browser.open(link), await owner.browser.open(link)]
  const created = await Promise.all(pages.map(page => owner.browser.send(page)))
  const { promise, resolve } = Promise.withResolvers<void>()
  host.held = promise
  const ends = created.map(page => owner.browser.follow(page, 'Create GitHub App Tidings 127.0.0.1'))
  resolve()
  assert.deepEqual((await Promise.all(ends)).map(end => end.status).toSorted(), [200, 404])
  assert.equal((await listAppSummaries(it.service.db.read)).length, 1)
  assert.equal((await owner.browser.open(link)).status, 404)
  await assert.rejects(scene.register(owner), /There is an app/)
})

withGitHub('an unfinished registration can be retried; an expired one cannot', async scene => {
  const { it, host } = scene
  const owner = await scene.owner()
  const page = await owner.browser.send(await owner.browser.open(await scene.register(owner)))
  host.fault = { status: 502 }
  const name = 'Create GitHub App Tidings 127.0.0.1'
  assert.equal((await owner.browser.follow(page, name)).status, 503)
  host.fault = null
  it.clock.advance(3_600_000)
  assert.equal((await owner.browser.follow(page, name)).status, 404)
  const second = await owner.browser.send(await owner.browser.open(await scene.register(owner)))
  host.fault = { status: 502 }
  assert.equal((await owner.browser.follow(second, name)).status, 503)
  host.fault = null
  assert.match((await owner.browser.follow(second, name)).text, /Install tidings-acme/)
})

withGitHub('an answer of the host counts once, and only in the session that asked for it', async scene => {
  const { it } = scene
  const other = await it.service.db.write(tx =>
    createAccount(tx, it.clock, it.service.ids, { name: 'Other' }),
  )
  const [mallory, ann] = [await scene.owner(other), await scene.owner()]
  const permit = registrationPermit(await it.service.secrets(), it.clock)
  const link = await scene.register(mallory, { permit })
  assert.equal((await ann.browser.open(link)).status, 404, "another person's registration")
  await throughRegistration(mallory, link)
  // Mallory sends Ann to GitHub with a state that belongs to Mallory.
  const { authorize } = await scene.offer(mallory)
  assert.equal((await ann.browser.open(authorize)).status, 404)
  const nobody = await aBrowser(it).open(authorize)
  assert.deepEqual([nobody.status, /Sign in/.test(nobody.text)], [401, true])
  const answers = ['registered', 'proven'].map(page => `${it.service.baseUrl}/app/api/github-app/${page}`)
  for (const address of answers) {
    assert.equal((await ann.browser.open(`${address}?code=owner&state=forged`)).status, 404)
    assert.equal((await ann.browser.open(`${address}?code=owner`)).status, 400)
  }
  const state = new URL(authorize).searchParams.get('state')
  assert.equal((await mallory.browser.open(`${answers[0]}?code=owner&state=${state}`)).status, 404)
  const choice = choiceIn(await mallory.browser.open(authorize))
  assert.equal((await mallory.browser.open(authorize)).status, 404, 'a state is good once')

  const evil = { Origin: 'https://evil.example' }
  const wanted = { choice, repositories: ['5:7'] }
  assert.equal((await mallory.client.post('/app/api/github-app/choice', wanted, evil)).status, 403)
  assert.equal((await scene.choose(mallory, choice, ['5:8'])).status, 400, 'what was not proven')
  assert.equal((await scene.choices(ann, choice)).status, 404)
  assert.equal((await scene.choose(ann, choice, ['5:7'])).status, 404)
  assert.equal((await scene.choose(mallory, choice, ['5:7'])).status, 200)
  assert.equal((await scene.choose(mallory, choice, ['5:7'])).status, 404, 'a choice is made once')

  const theirs = await scene.toChoice(ann)
  const { json } = await scene.choices(ann, theirs)
  assert.match(json.installations[0].obstacle, /belongs to another account/)
  assert.equal((await scene.choose(ann, theirs, ['5:7'])).status, 409)
  assert.deepEqual((await listSources(it.service.db.read, { accountId: it.account.id })).length, 0)
})

withGitHub('who is no owner any more, or signed in anew, cannot finish what they began', async scene => {
  const { it } = scene
  const owner = await scene.owner()
  await throughRegistration(owner, await scene.register(owner))
  const [first, second] = [await scene.offer(owner), await scene.offer(owner)]
  const choice = choiceIn(await owner.browser.open(first.authorize))
  const { person } = (await owner.client.get('/app/api/me')).json
  const again = aDashboardClient(it)
  const secret = await it.service.db.write(tx => createSignInLink(tx, it.service, person.email, 5))
  assert.equal((await again.post('/app/api/sign-in/link', { secret })).status, 200)
  assert.equal((await aBrowser(it, again.cookie()).open(second.authorize)).status, 404)
  await it.service.db.write(tx =>
    tx.updateTable('membership').set({ role: 'publisher' }).where('person_id', '=', person.id).execute(),
  )
  assert.equal((await owner.browser.open(second.authorize)).status, 403)
  assert.equal((await scene.choose(owner, choice, ['5:7'])).status, 403)
  assert.deepEqual(await states(scene), [])
})

withGitHub(
  'a refusal, missing administrator rights and an installation from GitHub itself lead on',
  async scene => {
    const { host, it } = scene
    const owner = await scene.owner()
    await throughRegistration(owner, await scene.register(owner))
    host.person = null
    const { authorize } = await scene.offer(owner)
    assert.match((await owner.browser.open(authorize)).text, /sent no code, so nothing was done/)
    host.person = 'reader'
    const choice = choiceIn(await owner.browser.open(authorize))
    assert.deepEqual((await scene.choices(owner, choice)).json.installations, [])
    const page = `${host.pageUrl}/github-apps/tidings-acme/installations/new`
    const installed = await owner.browser.follow(await owner.browser.open(page), 'Install tidings-acme')
    assert.equal(installed.address, `${it.service.baseUrl}/app/sources`)
  },
)

withGitHub('a name from GitHub that is none is not connected', async scene => {
  scene.host.installations.push({
    id: 6,
    login: '<img src=x onerror=alert(1)>"',
    isSuspended: false,
    repositories: [{ id: 9, full_name: 'evil/<script>', isAdmin: true }],
  })
  const owner = await scene.owner()
  assert.equal((await scene.choose(owner, await scene.toChoice(owner), ['6:9'])).status, 400)
  assert.deepEqual(await states(scene), [])
})

withGitHub(
  'a free plan allows three repositories',
  async scene => {
    const more = [10, 11, 12].map(id => ({ id, full_name: `acme/more-${id}`, isAdmin: true }))
    scene.host.installations[0]?.repositories.push(...more)
    const owner = await scene.owner()
    const choice = await scene.toChoice(owner)
    const full = await scene.choose(owner, choice, ['5:7', '5:10', '5:11', '5:12'])
    assert.equal(full.status, 409)
    assert.match(full.json.detail, /room for 3 repositories/)
    assert.deepEqual(await states(scene), [], 'all of it or nothing')
    assert.equal((await scene.choose(owner, choice, ['5:7', '5:10', '5:11'])).status, 200)
  },
  {
    TIDINGS_STRIPE_SECRET_KEY: 'sk_test_1',
    TIDINGS_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TIDINGS_STRIPE_PRICE: 'price_1',
  },
)
