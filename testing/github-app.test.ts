import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { beginBackfill } from '#pipeline/ingest/backfill.ts'
import { listApps } from '#pulls/connections/apps.ts'
import { listSources } from '#pulls/connections/sources.ts'
import { aBrowser, type Page } from './browser.ts'
import { aSample, SAMPLE } from './code-host-server/sample.ts'
import { startCodeHostServer } from './code-host-server/server.ts'
import { aMemberWithRole } from './colleagues.ts'
import { installation, states, throughRegistration, withGitHub } from './github-scene.ts'
import { aGitHubPull } from './github-webhooks.ts'

const headersOf = ({ headers }: Page) => [
  headers['cache-control'],
  headers['x-robots-tag'],
  /form-action ([^;]+);/.exec(headers['content-security-policy'] ?? '')?.[1],
]

withGitHub('a registered app connects a repository, and its merges arrive', async scene => {
  const { it, host } = scene
  const person = aBrowser(it)
  const page = await person.open(await scene.register())
  assert.match(page.text, /for the organisation acme/)
  assert.deepEqual(headersOf(page), ['no-store', 'noindex, nofollow', host.pageUrl])
  const registered = await throughRegistration(person, page.address)
  assert.match(registered.text, /App registered/)
  assert.match(
    (await it.service.db.read.selectFrom('code_host_app').select('secrets').executeTakeFirstOrThrow())
      .secrets,
    /^v1\.test\./,
  )
  const installed = await person.follow(
    await person.follow(registered, `Install on ${new URL(host.apiUrl).host}`),
    'Install tidings-acme',
  )
  assert.match(
    installed.text,
    /The app is installed[\s\S]*\/app\/start\?step=source">Continue in the dashboard/,
  )

  const choice = await scene.toChoice(person)
  assert.deepEqual(headersOf(choice), ['no-store', 'noindex, nofollow', "'self'"])
  assert.match(choice.text, /acme\/app/)
  assert.doesNotMatch(choice.text, /acme\/web/, 'who only reads a repository cannot connect it')
  const done = await person.send(choice, ['5:7'])
  assert.match(done.text, /now go to the changelog of <strong>Acme<\/strong>[\s\S]*acme\/app/)
  assert.match(done.text, /href="[^"]+\/app\/[\w-]+\/start">Continue in the dashboard/)
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
  const again = await scene.toChoice(person)
  assert.match(again.text, /disabled> <b>acme\/app<\/b> <span>already connected/)
  const links = /(?:register|connect)\/[\w-]{20,}|state=|code=/
  assert.deepEqual(
    it.logged.filter(line => links.test(line)),
    [],
    'no link is logged',
  )
})

withGitHub('an owner creates the app in the dashboard, installs it and chooses repositories', async scene => {
  const { it, host } = scene
  const [owner, publisher] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'publisher')]
  const path = `/app/api/accounts/${it.account.publicId}/sources/github-app`
  const wanted = { url: host.pageUrl, organisation: 'acme' }
  assert.equal((await publisher.post(`${path}/registration`, wanted)).status, 403)
  const { json } = await owner.post(`${path}/registration`, wanted)
  const person = aBrowser(it)
  const page = await person.send(await person.open(json.link))
  const created = await person.follow(page, /Create GitHub App ([^<"]+)/.exec(page.text)?.[0] ?? '')
  assert.match(created.text, /The app is created[\s\S]*which of them make the changelog of <strong>Acme/)
  const choice = await person.follow(created, `Confirm on ${new URL(host.apiUrl).host}`)
  const done = await person.send(choice, ['5:7'])
  assert.match(done.text, /now go to the changelog of <strong>Acme<\/strong>[\s\S]*acme\/app/)
  assert.deepEqual(await states(scene), ['acme/app active'])
  assert.equal((await owner.post(`${path}/registration`, wanted)).status, 409, 'there is one app')
})

withGitHub('where a server has several accounts, only its operator creates the app', async scene => {
  const { it, host } = scene
  const owner = await aMemberWithRole(it, 'owner')
  await it.service.db.write(tx => createAccount(tx, it.clock, it.service.ids, { name: 'Other' }))
  const path = `/app/api/accounts/${it.account.publicId}`
  const refused = await owner.post(`${path}/sources/github-app/registration`, { url: host.pageUrl })
  assert.deepEqual([refused.status, /npx tidings github-app create/.test(refused.json.detail)], [409, true])
  assert.equal((await owner.get(`${path}/start`)).json.mayCreateGitHubApp, false)
})

withGitHub('a link registers one app, even if it is used twice at once', async scene => {
  const { it, host } = scene
  const link = await scene.register()
  const people = [aBrowser(it), aBrowser(it)]
  const pages = await Promise.all(people.map(async person => person.send(await person.open(link))))
  const { promise, resolve } = Promise.withResolvers<void>()
  host.held = promise
  const ends = people.map((person, at) =>
    person.follow(pages[at] ?? assert.fail(), 'Create GitHub App Tidings of acme'),
  )
  assert.equal((await Promise.race(ends)).status, 404, 'the other one is still being registered')
  resolve()
  assert.deepEqual((await Promise.all(ends)).map(end => end.status).toSorted(), [200, 404])
  assert.equal((await listApps(it.service.db.read, it.service.secrets)).length, 1)
  assert.equal((await aBrowser(it).open(link)).status, 404)
  await assert.rejects(scene.register(), /There is an app/)
})

withGitHub('an unfinished registration can be retried; an expired one cannot', async scene => {
  const { it, host } = scene
  const link = await scene.register()
  const person = aBrowser(it)
  host.fault = { status: 502 }
  assert.equal((await throughRegistration(person, link)).status, 503)
  host.fault = null
  it.clock.advance(3_600_000)
  assert.equal((await person.open(link)).status, 404)
  assert.equal((await throughRegistration(person, await scene.register())).status, 200)
})

withGitHub(
  'a response in another browser, sent twice or for another account connects nothing',
  async scene => {
    const { it, host } = scene
    const other = await it.service.db.write(tx =>
      createAccount(tx, it.clock, it.service.ids, { name: 'Other' }),
    )
    await throughRegistration(aBrowser(it), await scene.register())
    const confirm = `Confirm on ${new URL(host.apiUrl).host}`
    const [mallory, ann] = [aBrowser(it), aBrowser(it)]
    // Mallory sends Ann on to GitHub with a state of Mallory's.
    const offer = await mallory.open(await scene.link(other.id))
    const proof = /href="([^"]+authorize[^"]+)"/.exec(offer.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    assert.equal((await ann.open(proof)).status, 404)
    await ann.open(await scene.link())
    assert.equal((await ann.open(proof)).status, 404, 'nor with the cookie of another link')
    const choice = await mallory.open(proof)
    assert.equal(choice.status, 200)
    assert.equal((await mallory.open(proof)).status, 404, 'a state is good once')

    assert.equal((await mallory.send(choice, ['5:7'], { origin: 'https://evil.example' })).status, 403)
    assert.equal((await mallory.send(choice, ['5:8'])).status, 400, 'what was not proven is not chosen')
    assert.equal((await mallory.send(choice, ['5:7'])).status, 200)
    assert.equal((await mallory.send(choice, ['5:7'])).status, 404, 'a choice is made once')
    assert.equal((await aBrowser(it).send(choice, ['5:7'])).status, 404)

    const theirs = await ann.follow(await ann.open(await scene.link()), confirm)
    assert.match(theirs.text, /belongs to another account/)
    assert.equal((await ann.send(theirs, ['5:7'])).status, 409)
    assert.deepEqual((await listSources(it.service.db.read, { accountId: it.account.id })).length, 0)
  },
)

withGitHub('a refusal and missing administrator rights have their own messages', async scene => {
  const { host, it } = scene
  const person = aBrowser(it)
  await throughRegistration(person, await scene.register())
  host.person = null
  assert.match((await scene.toChoice(person)).text, /sent no code, so nothing was done/)
  host.person = 'reader'
  assert.match(
    (await scene.toChoice(person)).text,
    /not installed on any account on [\d.:]+ with a repository that you administer/,
  )
})

withGitHub('names from GitHub are escaped on the page', async scene => {
  scene.host.installations.push({
    id: 6,
    login: '<img src=x onerror=alert(1)>"',
    isSuspended: false,
    repositories: [{ id: 9, full_name: 'evil/<script>', isAdmin: true }],
  })
  const person = aBrowser(scene.it)
  const choice = await scene.toChoice(person)
  assert.match(choice.text, /&lt;img src=x onerror=alert\(1\)&gt;&quot;[\s\S]*evil\/&lt;script&gt;/)
  assert.doesNotMatch(choice.text, /<img|<script/)
  assert.equal((await person.send(choice, ['6:9'])).status, 400)
  assert.deepEqual(await states(scene), [])
})

withGitHub(
  'a free plan allows three repositories, and the page says so',
  async scene => {
    const { host, it } = scene
    const more = [10, 11, 12].map(id => ({ id, full_name: `acme/more-${id}`, isAdmin: true }))
    host.installations[0]?.repositories.push(...more)
    const person = aBrowser(it)
    const choice = await scene.toChoice(person)
    const full = await person.send(choice, ['5:7', '5:10', '5:11', '5:12'])
    assert.equal(full.status, 409)
    assert.match(full.text, /room for 3 repositories/)
    assert.deepEqual(await states(scene), [], 'all of it or nothing')
    assert.equal((await person.send(choice, ['5:7', '5:10', '5:11'])).status, 200)
  },
  {
    TIDINGS_STRIPE_SECRET_KEY: 'sk_test_1',
    TIDINGS_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TIDINGS_STRIPE_PRICE: 'price_1',
  },
)
