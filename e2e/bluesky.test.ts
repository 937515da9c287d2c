import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { until } from '../testing/until.ts'
import { aFixture, entriesOf, type Fixture, PASSWORD, statesOf } from './bluesky-fixture.ts'
import { browser } from './test-browser.ts'

/** The public address of Tidings. No request to it leaves this machine. Names reserved for examples will not do: a PDS refuses them. */
const PUBLIC = 'https://tidings.acme-news.dev'

/** Redirects requests of this process, which include those of the PDS, from the public address of Tidings to the local one. */
function publish(context: TestContext, at: () => string): void {
  const real = globalThis.fetch
  context.mock.method(globalThis, 'fetch', (input: string | URL | Request, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input)
    return address.startsWith(PUBLIC) ? real(at() + address.slice(PUBLIC.length)) : real(input, init)
  })
}

/** The owner opens the address, signs in on the page of the PDS and agrees. */
async function agreeAt(address: string, local: string): Promise<void> {
  const page = await browser.newPage()
  const back = page.waitForRequest(request => new URL(request.url()).pathname === '/social/bluesky/return')
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  const url = (await back).url()
  // The browser cannot reach the public address, so the test sends the browser's request to the local address itself.
  if (url.startsWith(PUBLIC)) assert.equal((await fetch(local + url.slice(PUBLIC.length))).status, 200)
  else await page.getByRole('heading', { name: 'Connected' }).waitFor()
  await page.close()
}

/** Opens the link that a command prints, agrees there, and gives the social account. */
async function agree({ tidings, account, json }: Fixture, ...words: string[]) {
  const { url } = await json('social', ...words)
  await agreeAt(url, tidings.baseUrl)
  const { social_accounts: accounts } = await json('social', 'list', '--account', account)
  return accounts[0]
}

const target = ({ account, handle }: Fixture) => ['bluesky', '--account', account, '--handle', handle]

const connection = (fixture: Fixture) => ['connect', ...target(fixture)]

test('posts reach a real PDS with links, cards, images and alternative texts, and leave it again', async context => {
  const fixture = await aFixture(context)
  const [first, second] = await entriesOf(fixture)
  const secret = fixture.file('app-password', await fixture.anAppPassword('tidings'))
  const connect = ['social', ...connection(fixture)]
  await assert.rejects(fixture.json(...connect, '--secret-file', fixture.file('main', PASSWORD)))
  const { social_account_id: id, handle } = await fixture.json(...connect, '--secret-file', secret)
  assert.equal(handle, `@${fixture.handle}`)

  await fixture.json('post', 'send', first, '--to', id)
  await fixture.json('post', 'send', second, '--to', id)
  const records = await until(async () => {
    const found = await fixture.records()
    return found.length === 2 && found
  })
  const card = records.find(({ embed }) => embed.$type === 'app.bsky.embed.external')
  const link = `${fixture.tidings.baseUrl}/c/acme/e/export-reports-as-csv-${first}`
  assert.equal(card.text, `Export reports as CSV\n\n${link}`)
  assert.deepEqual([card.embed.external.uri, card.embed.external.title], [link, 'Export reports as CSV'])
  assert.equal(card.embed.external.thumb.mimeType, 'image/png')
  const { byteStart, byteEnd } = card.facets[0].index
  assert.equal(Buffer.from(card.text).subarray(byteStart, byteEnd).toString(), link)
  const image = records.find(({ embed }) => embed.$type === 'app.bsky.embed.images')
  assert.equal(image.embed.images[0].alt, 'A dark report')
  assert.deepEqual(image.langs, ['en'])

  await until(async () => (await statesOf(fixture)).every(state => state === 'posted'))
  await fixture.json('entry', 'withdraw', first)
  await fixture.json('entry', 'withdraw', second)
  await until(async () => (await fixture.records()).length === 0)
})

test('an account is connected on the sign-in page of a real PDS, and its post is there', async context => {
  let local = ''
  publish(context, () => local)
  const fixture = await aFixture(context, { TIDINGS_BASE_URL: PUBLIC })
  local = fixture.tidings.baseUrl
  const [first] = await entriesOf(fixture)
  const { social_account_id: id, handle } = await agree(fixture, 'authorize', ...target(fixture))
  assert.equal(handle, `@${fixture.handle}`)
  assert.match(JSON.stringify(await fixture.json('social', 'verify', id)), /"active"/)
  await fixture.json('post', 'send', first, '--to', id)
  const [{ embed }] = await until(async () => {
    const found = await fixture.records()
    return found.length === 1 && found
  })
  assert.equal(embed.external.uri, `${PUBLIC}/c/acme/e/export-reports-as-csv-${first}`)
  assert.equal(embed.external.thumb.mimeType, 'image/png')
})

interface Way {
  connect(fixture: Fixture): Promise<{ social_account_id: string }>
  revoke(fixture: Fixture): Promise<unknown>
  reconnect(fixture: Fixture, id: string): Promise<unknown>
}

const withPassword = async (fixture: Fixture, name: string, ...words: string[]) =>
  fixture.json('social', ...words, '--secret-file', fixture.file(name, await fixture.anAppPassword(name)))

const WAYS: Record<string, Way> = {
  'an app password': {
    connect: fixture => withPassword(fixture, 'first', ...connection(fixture)),
    revoke: fixture => fixture.revoke('first'),
    reconnect: (fixture, id) => withPassword(fixture, 'second', 'reconnect', id),
  },
  OAuth: {
    connect: fixture => agree(fixture, 'authorize', ...target(fixture)),
    revoke: fixture => fixture.revokeSessions(),
    async reconnect(fixture, id) {
      assert.equal((await agree(fixture, 'reauthorize', id)).social_account_id, id)
    },
  },
}

for (const [name, way] of Object.entries(WAYS))
  test(`${name}: a session that expired is renewed; a revoked one holds posts until the owner connects again`, async context => {
    const fixture = await aFixture(context)
    const [first, second] = await entriesOf(fixture)
    const { social_account_id: id } = await way.connect(fixture)
    fixture.expireSession()
    await fixture.json('post', 'send', first, '--to', id)
    await until(async () => (await fixture.records()).length === 1)

    await way.revoke(fixture)
    fixture.expireSession()
    await fixture.json('post', 'send', second, '--to', id)
    await until(async () => (await statesOf(fixture)).includes('reconnect'))
    const { social_accounts: accounts } = await fixture.json('social', 'list', '--account', fixture.account)
    assert.equal(accounts[0].state, 'needs reconnecting')
    await way.reconnect(fixture, id)
    await until(async () => (await fixture.records()).length === 2)
    await until(async () => (await statesOf(fixture)).every(state => state === 'posted'))
  })
