import assert from 'node:assert/strict'
import { createToken } from '#auth/tokens.ts'
import { recordMerges } from './colleagues.ts'
import { engineInTurn } from './databases.ts'
import { REVISIONS } from './mcp-client.ts'
import { anMcpProgram } from './mcp-program.ts'
import { aMember } from './members.ts'
import { opensMcp } from './oauth-client.ts'
import { type TestService, withRunningService } from './service.ts'

const BASE_URL = 'https://changelog.example.com'
const REDIRECT = 'http://localhost:4711/callback'
const HOUR_MS = 3_600_000

/** Whatever the program asks of the public address, the server under test answers. */
const toServer =
  (it: TestService) =>
  (address: string | URL, init?: RequestInit): Promise<Response> =>
    fetch(String(address).replace(BASE_URL, `http://127.0.0.1:${it.port}`), init)

async function overHttp({ service, clock, account, ask }: TestService): Promise<string> {
  const keeper = { clock, ids: service.ids, actor: 'test' }
  const input = { name: 'test', audience: 'api' as const, expiresAt: null }
  const { text } = await service.db.write(tx => createToken(tx, keeper, account.id, input))
  return (await ask('/api/v1/highlights', { headers: { authorization: `Bearer ${text}` } })).text
}

for (const [at, revision] of REVISIONS.entries()) {
  withRunningService(
    `a client that knows only the address authorizes, reads highlights and is revoked (${revision})`,
    async it => {
      await recordMerges(it, it.account, 'feat: export any report as CSV')
      const ada = await aMember(it, 'ada@example.com', 'writer')
      const program = anMcpProgram(`${BASE_URL}/mcp`, revision, { redirect: REDIRECT, fetch: toServer(it) })
      const led = await program.ask()
      assert.equal(`${led.origin}${led.pathname}`, `${BASE_URL}/oauth/authorize`)
      assert.equal(led.searchParams.get('resource'), `${BASE_URL}/mcp`)

      const page = await it.ask(`${led.pathname}${led.search}`)
      const request = new URL(String(page.headers.location)).searchParams.get('request')
      const input = { request, account: it.account.publicId }
      const answer = new URL((await ada.post('/app/api/consent/allow', input)).json.location)
      assert.equal(`${answer.origin}${answer.pathname}`, REDIRECT)
      assert.deepEqual(
        [answer.searchParams.get('iss'), answer.searchParams.get('state')],
        [BASE_URL, 'st4te'],
      )

      const client = await program.takeUp(answer.searchParams)
      const { tools } = await client.listTools()
      assert.deepEqual(
        tools.map(tool => tool.name),
        ['get_highlights'],
      )
      const highlights = async () => {
        const { structuredContent } = await client.callTool({ name: 'get_highlights', arguments: {} })
        return structuredContent
      }
      const found = await highlights()
      assert.deepEqual(found, JSON.parse(await overHttp(it)))
      assert.match(JSON.stringify(found), /export any report as CSV/)

      const first = program.tokens()
      it.clock.advance(HOUR_MS)
      assert.equal(await opensMcp(it, first.access_token), 401)
      assert.ok(await highlights())
      const second = program.tokens()
      assert.notEqual(second.access_token, first.access_token)
      assert.notEqual(second.refresh_token, first.refresh_token)

      const path = `/app/api/accounts/${it.account.publicId}/clients`
      const [connected] = (await ada.get(path)).json.clients
      assert.equal(
        (await ada.post(path.replace('clients', 'actions/client.disconnect'), { id: connected.id })).status,
        200,
      )
      assert.equal(await opensMcp(it, second.access_token), 401)
      await assert.rejects(highlights(), /Unauthorized/i)
    },
    { TIDINGS_BASE_URL: BASE_URL },
    [engineInTurn(at)],
  )
}
