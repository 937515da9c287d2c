import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDesk, entriesOf, HANDLE, PASSWORD, statesOf, until } from './bluesky-desk.ts'

test('posts reach a real PDS with links, cards, images and alternative texts, and leave it again', async context => {
  const desk = await aDesk(context)
  const [first, second] = await entriesOf(desk)
  const secret = desk.file('app-password', await desk.anAppPassword('tidings'))
  const connect = ['social', 'connect', 'bluesky', '--account', desk.account, '--handle', HANDLE]
  await assert.rejects(desk.json(...connect, '--secret-file', desk.file('main', PASSWORD)))
  const { social_account_id: id, handle } = await desk.json(...connect, '--secret-file', secret)
  assert.equal(handle, `@${HANDLE}`)

  await desk.json('post', 'send', first, '--to', id)
  await desk.json('post', 'send', second, '--to', id)
  const records = await until(async () => {
    const found = await desk.records()
    return found.length === 2 && found
  })
  const card = records.find(({ embed }) => embed.$type === 'app.bsky.embed.external')
  const link = `${desk.tidings.baseUrl}/c/acme/e/export-reports-as-csv-${first}`
  assert.equal(card.text, `Export reports as CSV\n\n${link}`)
  assert.deepEqual([card.embed.external.uri, card.embed.external.title], [link, 'Export reports as CSV'])
  assert.equal(card.embed.external.thumb.mimeType, 'image/png')
  const { byteStart, byteEnd } = card.facets[0].index
  assert.equal(Buffer.from(card.text).subarray(byteStart, byteEnd).toString(), link)
  const image = records.find(({ embed }) => embed.$type === 'app.bsky.embed.images')
  assert.equal(image.embed.images[0].alt, 'A dark report')
  assert.deepEqual(image.langs, ['en'])

  await until(async () => (await statesOf(desk)).every(state => state === 'posted'))
  await desk.json('entry', 'withdraw', first)
  await desk.json('entry', 'withdraw', second)
  await until(async () => (await desk.records()).length === 0)
})

test('a session that expired is renewed; a revoked app password holds posts until there is another one', async context => {
  const desk = await aDesk(context)
  const [first, second] = await entriesOf(desk)
  const secret = desk.file('app-password', await desk.anAppPassword('first'))
  const connect = ['social', 'connect', 'bluesky', '--account', desk.account, '--handle', HANDLE]
  const { social_account_id: id } = await desk.json(...connect, '--secret-file', secret)
  desk.expireSession()
  await desk.json('post', 'send', first, '--to', id)
  await until(async () => (await desk.records()).length === 1)

  await desk.revoke('first')
  desk.expireSession()
  await desk.json('post', 'send', second, '--to', id)
  await until(async () => (await statesOf(desk)).includes('reconnect'))
  const { social_accounts: accounts } = await desk.json('social', 'list', '--account', desk.account)
  assert.equal(accounts[0].state, 'needs reconnecting')
  const again = desk.file('app-password', await desk.anAppPassword('second'))
  await desk.json('social', 'reconnect', id, '--secret-file', again)
  await until(async () => (await desk.records()).length === 2)
  await until(async () => (await statesOf(desk)).every(state => state === 'posted'))
})
