import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#platform/clock.ts'
import { openForgejo } from './forgejo.ts'

test('a release whose tag is gone ships nothing, and the others do', async () => {
  const release = (tag: string) => ({ tag_name: tag, published_at: '2026-01-01T00:00:00Z', draft: false })
  const commit = { sha: 'a'.repeat(40), created: '2026-01-01T00:00:00Z' }
  const client = openForgejo({
    apiUrl: 'https://forge.example/api/v1',
    token: null,
    clock: systemClock,
    async fetch(input) {
      const { pathname } = new URL(String(input))
      if (pathname.endsWith('/releases')) return Response.json([release('v2'), release('v1')])
      if (pathname.endsWith('/tags')) return Response.json([{ name: 'v1', commit }])
      return Response.json({ message: 'Not Found' }, { status: 404 })
    },
  })
  assert.deepEqual(
    (await client.shipments('acme/app', 'release', 0)).map(({ tag }) => tag),
    ['v1'],
  )
})
