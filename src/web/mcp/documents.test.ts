import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { BASE_URL, withServer } from '#testing/served.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

withServer('the server card describes the MCP server before a client connects', async ({ ask }) => {
  const answer = await ask('/mcp/server-card')
  assert.equal(answer.headers['content-type'], 'application/mcp-server-card+json')
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  assert.equal(answer.headers['cache-control'], 'public, max-age=3600')
  const card = JSON.parse(answer.text)
  assert.deepEqual(card.remotes, [
    {
      type: 'streamable-http',
      url: `${BASE_URL}/mcp`,
      supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
    },
  ])
  assert.deepEqual([card.name, card.version], ['com.example.changelog/tidings', version])
  // The limits that the schema of the card sets.
  assert.match(
    card.$schema,
    /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/v1\/server-card\.schema\.json$/,
  )
  assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  assert.ok(card.description.length <= 100 && card.title.length <= 100 && URL.canParse(card.websiteUrl))
  const again = await ask('/mcp/server-card', { headers: { 'if-none-match': String(answer.headers.etag) } })
  assert.equal(again.status, 304)
})

withServer('the resource metadata names the authorization server', async ({ ask }) => {
  const answer = await ask('/.well-known/oauth-protected-resource/mcp')
  assert.equal(answer.headers['content-type'], 'application/json')
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  assert.deepEqual(JSON.parse(answer.text), {
    resource: `${BASE_URL}/mcp`,
    authorization_servers: [BASE_URL],
    scopes_supported: ['highlights:read'],
    bearer_methods_supported: ['header'],
    resource_name: 'Tidings',
    resource_documentation: `${BASE_URL}/docs#mcp`,
  })
  assert.equal((await ask('/mcp/server-card', { method: 'HEAD' })).status, 200)
})
