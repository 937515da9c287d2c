import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aService } from '#testing/service.ts'

const PATHS = (account: string) => [
  `/changelog/${account}`,
  `/changelog/${account}.json`,
  `/changelog/${account}.nothing`,
  '/status.json',
  '/docs',
  '/app/',
  '/app/api/me',
  '/nothing',
  '/oauth/authorize',
  '/openapi.json',
]

for (const [address, expected] of [
  ['https://changelog.example.com', 'max-age=31536000'],
  ['http://127.0.0.1:8080', undefined],
] as const)
  test(`Strict-Transport-Security is sent where the public address is ${address}`, async () => {
    await using it = await aService('sqlite', { TIDINGS_BASE_URL: address })
    for (const path of PATHS(it.account.publicId)) {
      const { headers } = await it.ask(path)
      assert.equal(headers['strict-transport-security'], expected, path)
    }
    const feed = `/changelog/${it.account.publicId}`
    const { etag = '' } = (await it.ask(feed)).headers
    for (const asked of [{ headers: { 'if-none-match': etag } }, { method: 'OPTIONS' }, { method: 'POST' }])
      assert.equal((await it.ask(feed, asked)).headers['strict-transport-security'], expected)
  })
