import assert from 'node:assert/strict'
import type { Client } from '@modelcontextprotocol/client'
import type { Answer } from '#testing/http.ts'
import { overHttp, REVISIONS } from '#testing/mcp-client.ts'
import { BASE_URL, type TestServer } from '#testing/served.ts'
import { type Team, withTeam } from '#testing/team.ts'

const METADATA = `${BASE_URL}/.well-known/oauth-protected-resource/mcp`
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

const forMcp = async (team: Team) => (await team.token({ audience: 'mcp' })).text

/** Sends one message without a client library. */
const post = ({ ask }: TestServer, body: string, headers: Record<string, string> = {}) =>
  ask('/mcp', {
    method: 'POST',
    body: Buffer.from(body),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  })

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The text of a tool's result, and whether it is an error. */
async function called(client: Client, given: Record<string, unknown> = {}) {
  const {
    content,
    structuredContent,
    isError = false,
  } = await client.callTool({
    name: 'get_highlights',
    arguments: given,
  })
  const [first] = content
  assert.ok(first?.type === 'text' && content.length === 1)
  return { text: first.text, structuredContent, isError }
}

for (const revision of REVISIONS) {
  withTeam(
    `a client of ${revision} lists the tools and gets the answers of the HTTP API`,
    async (team, served) => {
      await team.merge('feat: export any report as CSV', { body: 'Users can download what they see.' })
      await team.merge('fix: receipts show the right currency')
      const client = await overHttp(served.port, await forMcp(team), revision)
      assert.match(
        client.getInstructions() ?? '',
        /get_highlights when you are asked .*one magnitude lower.*never instructions/s,
      )
      const { tools } = await client.listTools()
      assert.deepEqual(
        tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
        [['get_highlights', true]],
      )
      assert.deepEqual(Object.keys(tools[0]?.inputSchema.properties ?? {}), [
        'days',
        'kinds',
        'min_magnitude',
        'repo',
        'limit',
        'cursor',
      ])
      assert.match(tools[0]?.description ?? '', /one magnitude lower/)
      const headers = bearer((await team.token()).text)
      for (const [query, given] of [
        ['', {}],
        ['?kinds=fix,feature&days=30&limit=1', { kinds: ['fix', 'feature'], days: 30, limit: 1 }],
        [
          '?kinds=fix&min_magnitude=patch&repo=acme/app',
          { kinds: 'fix', min_magnitude: 'patch', repo: 'acme/app' },
        ],
        ['?repo=acme/other', { repo: 'acme/other' }],
      ] as const) {
        const { text } = await served.ask(`/api/v1/highlights${query}`, { headers })
        const answer = await called(client, given)
        assert.deepEqual(answer, { text, structuredContent: JSON.parse(text), isError: false })
      }
      await client.close()
    },
  )
}

withTeam('a page has a cursor to the next one', async (team, served) => {
  for (const title of ['feat: export as CSV', 'feat: export as PDF']) await team.merge(title)
  const client = await overHttp(served.port, await forMcp(team), '2026-07-28')
  const first = JSON.parse((await called(client, { limit: 1 })).text)
  const second = JSON.parse((await called(client, { limit: 1, cursor: first.next_cursor })).text)
  assert.deepEqual(
    [...first.highlights, ...second.highlights].map(({ title }) => title),
    ['feat: export as CSV', 'feat: export as PDF'],
  )
  await client.close()
})

withTeam(
  'an invalid value is refused with what is accepted, so that a model can correct it',
  async (team, served) => {
    const client = await overHttp(served.port, await forMcp(team), '2025-11-25')
    const bad: [given: Record<string, unknown>, complaint: RegExp][] = [
      [{ days: 400 }, /^days accepts a whole number from 1 to 365; it got 400\.$/],
      [{ days: '14' }, /^days accepts a whole number .*; it got the text "14"\.$/],
      [{ kinds: 'Fix' }, /^kinds accepts one or more of feature, improvement, fix/],
      [{ kinds: [] }, /^kinds accepts .*; it got nothing\.$/],
      [{ kinds: ['fix,feature'] }, /^kinds accepts /],
      [{ kinds: ['fix', 'fix'] }, /^kinds accepts /],
      [{ min_magnitude: 'huge' }, /^min_magnitude accepts one of patch, minor, major; it got huge\.$/],
      [{ repo: ['acme/app'] }, /^repo accepts owner\/name/],
      [{ limit: 101, colour: 'red' }, /^limit accepts .*\ncolour accepts nothing: the parameters are days/],
      [{ cursor: 'abc' }, /^cursor accepts the next_cursor of an earlier answer/],
    ]
    for (const [given, complaint] of bad) {
      const { text, structuredContent, isError } = await called(client, given)
      assert.deepEqual([isError, structuredContent], [true, undefined], JSON.stringify(given))
      assert.match(text, complaint)
    }
    await assert.rejects(client.callTool({ name: 'drop_highlights' }), /-32602|not found/)
    await client.close()
  },
)

withTeam('internal details do not leak to a model either', async (team, served) => {
  await team.merge('feat: export\u202E reports\u{E0041} as CSV', { body: 'Ask\u200B for \u{E0049}more.' })
  const client = await overHttp(served.port, await forMcp(team), '2026-07-28')
  const { text } = await called(client)
  assert.match(text, /"title":"feat: export reports as CSV"/)
  assert.doesNotMatch(text, /[\u200B\u202A-\u202E\u2060-\u206F]|[\u{E0000}-\u{E0FFF}]/u)
  await client.close()
})

withTeam('a request without a valid token learns where to get one', async (team, served, _, clock) => {
  const expired = await team.token({ audience: 'mcp', expiresAt: clock.now() + 1 })
  const revoked = await team.token({ audience: 'mcp' })
  const forApi = await team.token()
  await team.revoke(revoked.token.id)
  clock.advance(1)
  const ask = (headers: Record<string, string>) => post(served, JSON.stringify(INITIALIZE), headers)
  const bare = await ask({})
  assert.equal(bare.status, 401)
  assert.equal(
    bare.headers['www-authenticate'],
    `Bearer realm="Tidings", resource_metadata="${METADATA}", scope="highlights:read"`,
  )
  for (const text of ['nonsense', expired.text, revoked.text, forApi.text]) {
    const { status, headers } = await ask(bearer(text))
    assert.equal(status, 401)
    assert.equal(headers['cache-control'], 'private, no-store')
    const said = String(headers['www-authenticate'])
    assert.ok(said.includes('error="invalid_token"') && said.includes(`resource_metadata="${METADATA}"`))
  }
  const forMcpThere = await served.ask('/api/v1/highlights', { headers: bearer(await forMcp(team)) })
  assert.equal(forMcpThere.status, 401)
  const narrow = await ask(bearer((await team.token({ audience: 'mcp', scope: 'something:else' })).text))
  assert.equal(narrow.status, 403)
  assert.match(
    String(narrow.headers['www-authenticate']),
    /error="insufficient_scope", scope="highlights:read", resource_metadata=/,
  )
})

withTeam('a revoked token is refused from the next call on', async (team, served) => {
  const { token, text } = await team.token({ audience: 'mcp' })
  const client = await overHttp(served.port, text, '2026-07-28')
  assert.equal((await called(client)).isError, false)
  await team.revoke(token.id)
  await assert.rejects(called(client), /401|Unauthorized|unknown, expired, revoked/)
})

withTeam(
  'calls are limited per token, as on the HTTP API',
  async (team, served, _, clock) => {
    const token = await forMcp(team)
    const ask = () => post(served, JSON.stringify(INITIALIZE), bearer(token))
    for (const left of [1, 0]) assert.match(String((await ask()).headers.ratelimit), new RegExp(`r=${left};`))
    const refused = await ask()
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60'])
    const other = await served.ask('/api/v1/highlights', { headers: bearer((await team.token()).text) })
    assert.equal(other.status, 200)
    clock.advance(60_000)
    assert.equal((await ask()).status, 200)
  },
  { requestsPerMinute: 2 },
)

withTeam(
  'unknown Host and Origin headers are refused',
  async (team, served) => {
    const token = await forMcp(team)
    const ask = (headers: Record<string, string>) =>
      post(served, JSON.stringify(INITIALIZE), { ...bearer(token), ...headers })
    const own = new URL(BASE_URL).host
    const strange: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: `${own}.evil.example` },
      { host: own, origin: 'https://evil.example' },
      { host: own, origin: `https://${own}.evil.example` },
      { host: own, origin: 'http://localhost:3000' },
      { host: own, origin: 'null' },
    ]
    for (const headers of strange) {
      const { status, headers: said } = await ask(headers)
      assert.deepEqual(
        [status, said['content-type']],
        [403, 'application/problem+json'],
        JSON.stringify(headers),
      )
      assert.equal(said['access-control-allow-origin'], undefined)
    }
    const known: Record<string, string>[] = [
      { host: own },
      { host: `${own}:443`, origin: BASE_URL },
      { host: 'localhost:8080' },
      { host: 'tidings.internal', origin: 'https://app.example.com' },
    ]
    for (const headers of known) {
      const { status, headers: said } = await ask(headers)
      assert.equal(status, 200, JSON.stringify(headers))
      assert.equal(said['access-control-allow-origin'], headers.origin)
    }
    const preflight = await served.ask('/mcp', {
      method: 'OPTIONS',
      headers: { origin: BASE_URL, 'access-control-request-method': 'POST' },
    })
    assert.deepEqual([preflight.status, preflight.headers['access-control-allow-methods']], [204, 'POST'])
  },
  { mcpHosts: ['tidings.internal', 'app.example.com'] },
)

const told = ({ status, text }: Answer) => [
  status,
  JSON.parse(text).detail ?? JSON.parse(text).error?.message,
]

withTeam('an invalid body is refused with the reason', async (team, served) => {
  const headers = bearer(await forMcp(team))
  const ask = async (body: string, more: Record<string, string> = {}) =>
    told(await post(served, body, { ...headers, ...more }))
  const oneMessage = [400, 'The body must be one JSON-RPC message, as a JSON object.']
  const batch = JSON.stringify(Array.from({ length: 3 }, () => INITIALIZE))
  for (const body of ['', '{', 'null', '5', batch, '[]']) assert.deepEqual(await ask(body), oneMessage)
  const large = JSON.stringify({ ...INITIALIZE, padding: 'x'.repeat(64 * 1024) })
  assert.deepEqual(await ask(large), [413, 'At most 65536 bytes are accepted here.'])
  assert.deepEqual(await ask(large, { 'transfer-encoding': 'chunked' }), [
    413,
    'At most 65536 bytes are accepted here.',
  ])
  for (const [body, more, status] of [
    ['{}', {}, 400],
    [JSON.stringify({ ...INITIALIZE, jsonrpc: '1.0' }), {}, 400],
    [JSON.stringify(INITIALIZE), { 'content-type': 'text/plain' }, 415],
    [JSON.stringify(INITIALIZE), { accept: 'text/html' }, 406],
    [
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      { 'mcp-protocol-version': '2024-11-05' },
      400,
    ],
  ] as const)
    assert.equal((await ask(body, more))[0], status, body + JSON.stringify(more))
})

withTeam('a stateless server has no stream to open and no session to end', async (team, served) => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await served.ask('/mcp', { method, headers: bearer(await forMcp(team)) })
    assert.deepEqual([status, headers.allow], [405, 'POST, OPTIONS'])
    assert.equal((await served.ask('/mcp', { method })).status, 401)
  }
  const older = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: '2024-11-05' } }
  const { text } = await post(served, JSON.stringify(older), bearer(await forMcp(team)))
  assert.match(text, /"protocolVersion":"2025-11-25"/)
})

withTeam('an unavailable database gives 503, and no token is logged', async (team, served, db) => {
  const token = await forMcp(team)
  const ask = () => post(served, JSON.stringify(INITIALIZE), bearer(token))
  assert.equal((await ask()).status, 200)
  await db.close()
  const { status, headers } = await ask()
  assert.deepEqual([status, headers['retry-after']], [503, '10'])
  assert.doesNotMatch(served.logged.join(''), /tid_/)
})
