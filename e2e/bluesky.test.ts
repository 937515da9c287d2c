import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../testing/until.ts'
import { aFixture, entriesOf, HANDLE, PASSWORD, statesOf } from './bluesky-fixture.ts'

test('posts reach a real PDS with links, cards, images and alternative texts, and leave it again', async context => {
  const fixture = await aFixture(context)
  const [first, second] = await entriesOf(fixture)
  const secret = fixture.file('app-password', await fixture.anAppPassword('tidings'))
  const connect = ['social', 'connect', 'bluesky', '--account', fixture.account, '--handle', HANDLE]
  await assert.rejects(fixture.json(...connect, '--secret-file', fixture.file('main', PASSWORD)))
  const { social_account_id: id, handle } = await fixture.json(...connect, '--secret-file', secret)
  assert.equal(handle, `@${HANDLE}`)

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

test('a session that expired is renewed; a revoked app password holds posts until there is another one', async context => {
  const fixture = await aFixture(context)
  const [first, second] = await entriesOf(fixture)
  const secret = fixture.file('app-password', await fixture.anAppPassword('first'))
  const connect = ['social', 'connect', 'bluesky', '--account', fixture.account, '--handle', HANDLE]
  const { social_account_id: id } = await fixture.json(...connect, '--secret-file', secret)
  fixture.expireSession()
  await fixture.json('post', 'send', first, '--to', id)
  await until(async () => (await fixture.records()).length === 1)

  await fixture.revoke('first')
  fixture.expireSession()
  await fixture.json('post', 'send', second, '--to', id)
  await until(async () => (await statesOf(fixture)).includes('reconnect'))
  const { social_accounts: accounts } = await fixture.json('social', 'list', '--account', fixture.account)
  assert.equal(accounts[0].state, 'needs reconnecting')
  const again = fixture.file('app-password', await fixture.anAppPassword('second'))
  await fixture.json('social', 'reconnect', id, '--secret-file', again)
  await until(async () => (await fixture.records()).length === 2)
  await until(async () => (await statesOf(fixture)).every(state => state === 'posted'))
})
