import assert from 'node:assert/strict'
import { withServer } from '#testing/served.ts'

withServer(
  'the catalog and the description of the interface say since when they are the same',
  async ({ ask }) => {
    for (const path of ['/.well-known/api-catalog', '/openapi.json']) {
      const { headers } = await ask(path)
      const [changed, now] = [headers['last-modified'], headers.date].map(text => Date.parse(String(text)))
      assert.ok(changed !== undefined && now !== undefined && changed <= now, path)
      const again = await ask(path, { headers: { 'If-None-Match': String(headers.etag) } })
      assert.equal(again.status, 304, path)
    }
  },
)
