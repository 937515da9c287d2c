import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { until } from '../testing/until.ts'
import { aFixture, entriesOf, type Fixture, HANDLE, PASSWORD, statesOf } from './bluesky-fixture.ts'
import { openBrowser } from './browser.ts'

/** No request for it leaves this machine. A PDS refuses names that are reserved for examples. */
const PUBLIC = 'https://tidings.acme-news.dev'

/** Leads requests of this process, and so of the PDS, for the public address of Tidings to where it listens. */
function publish(context: TestContext, at: () => string): void {
  const real = globalThis.fetch
  context.mock.method(globalThis, 'fetch', (input: string | URL | Request, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input)
    return address.startsWith(PUBLIC) ? real(at() + address.slice(PUBLIC.length)) : real(input, init)
  })
}

/** The owner opens the address, signs in on the page of the PDS and agrees. */
async function agreeAt(context: TestContext, address: string, local: string): Promise<void> {
  const browser = await openBrowser()
  context.after(() => browser.close())
  const page = await browser.newPage()
  const back = page.waitForRequest(request => new URL(request.url()).pathname === '/social/bluesky/return')
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  const url = (await back).url()
  // The browser does not reach the public address, so what it would ask there is asked of Tidings itself.
  if (url.startsWith(PUBLIC)) assert.equal((await fetch(local + url.slice(PUBLIC.length))).status, 200)
  else await page.getByRole('heading', { name: 'Connected' }).waitFor()
  await browser.close()
}

async function agree(context: TestContext, { tidings }: Fixture, ...words: string[]) {
  const { address, printed } = await tidings.waiting('social', ...words, '--oauth', '--json')
  await agreeAt(context, address, tidings.baseUrl)
  return JSON.parse(await printed)
}

test('an account is connected on the sign-in page of a real PDS, and its posts are there with card and picture', async context => {
  let local = ''
  publish(context, () => local)
  const fixture = await aFixture(context, { TIDINGS_BASE_URL: PUBLIC })
  local = fixture.tidings.baseUrl
  const [first, second] = await entriesOf(fixture)
  const connect = ['connect', 'bluesky', '--account', fixture.account, '--handle', HANDLE]
  const { social_account_id: id, handle } = await agree(context, fixture, ...connect)
  assert.equal(handle, `@${HANDLE}`)
  assert.match(JSON.stringify(await fixture.json('social', 'verify', id)), /"active"/)

  await fixture.json('post', 'send', first, '--to', id)
  await fixture.json('post', 'send', second, '--to', id)
  const records = await until(async () => {
    const found = await fixture.records()
    return found.length === 2 && found
  })
  const card = records.find(({ embed }) => embed.$type === 'app.bsky.embed.external')
  const link = `${PUBLIC}/c/acme/e/export-reports-as-csv-${first}`
  assert.equal(card.embed.external.uri, link)
  assert.equal(card.embed.external.thumb.mimeType, 'image/png')
  const { byteStart, byteEnd } = card.facets[0].index
  assert.equal(Buffer.from(card.text).subarray(byteStart, byteEnd).toString(), link)
  const image = records.find(({ embed }) => embed.$type === 'app.bsky.embed.images')
  assert.equal(image.embed.images[0].alt, 'A dark report')

  await until(async () => (await statesOf(fixture)).every(state => state === 'posted'))
  await fixture.json('entry', 'withdraw', first)
  await fixture.json('entry', 'withdraw', second)
  await until(async () => (await fixture.records()).length === 0)
})

test('access that expired is renewed; a session revoked on the PDS holds posts until the owner agrees again', async context => {
  const fixture = await aFixture(context)
  const [first, second] = await entriesOf(fixture)
  const connect = ['connect', 'bluesky', '--account', fixture.account, '--handle', HANDLE]
  const { social_account_id: id } = await agree(context, fixture, ...connect)
  fixture.expireSession()
  await fixture.json('post', 'send', first, '--to', id)
  await until(async () => (await fixture.records()).length === 1)

  await fixture.revokeSessions()
  fixture.expireSession()
  await fixture.json('post', 'send', second, '--to', id)
  await until(async () => (await statesOf(fixture)).includes('reconnect'))
  const { social_accounts: accounts } = await fixture.json('social', 'list', '--account', fixture.account)
  assert.equal(accounts[0].state, 'needs reconnecting')
  assert.equal((await agree(context, fixture, 'reconnect', id)).social_account_id, id)
  await until(async () => (await fixture.records()).length === 2)
  await until(async () => (await statesOf(fixture)).every(state => state === 'posted'))
})
