import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { DatabaseLocation } from '#platform/db/open.ts'
import { aCommandLine, BIN, type CommandLine } from '#testing/command-line.ts'
import { onBothEngines } from '#testing/databases.ts'
import { overHttp, overStdio, REVISIONS } from '#testing/mcp-client.ts'
import { freePort } from '#testing/postgres.ts'

const KEY = `mcp:${Buffer.alloc(32, 3).toString('base64')}`

const envOf = (location: DatabaseLocation): Record<string, string> =>
  location.engine === 'postgres'
    ? { DATABASE_URL: location.url, TIDINGS_ENCRYPTION_KEY: KEY }
    : { TIDINGS_DATA: join(location.file, '..') }

/** An account with one highlight and one merge that no customer would notice. */
async function aTeam(cli: CommandLine): Promise<string> {
  const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
  const titles = ['feat: export any report as CSV', 'ci: cache packages']
  const lines = titles.map((title, n) =>
    JSON.stringify({
      repo: 'acme/app',
      number: n + 1,
      title,
      body: '',
      merged_at: new Date(Date.now() - (n + 1) * 3_600_000).toISOString(),
      url: `https://github.com/acme/app/pull/${n + 1}`,
    }),
  )
  const file = join(cli.directory, 'merges.jsonl')
  writeFileSync(file, lines.join('\n'))
  await cli.json('import', 'jsonl', file, '--account', account_id)
  return account_id
}

onBothEngines('a local MCP client gets the same answers as a remote one', async (location, context) => {
  using cli = aCommandLine(envOf(location))
  const id = await aTeam(cli)
  const { token } = await cli.json('token', 'create', '--account', id, '--name', 'far', '--for', 'mcp')
  const port = await freePort()
  await cli.start('web', '--port', String(port)).waitFor('listens')
  for (const revision of REVISIONS) {
    const near = await overStdio(process.execPath, [BIN, 'mcp', '--account', id], cli.env, revision)
    const far = await overHttp(port, token, revision)
    context.after(() => Promise.all([near.close(), far.close()]))
    assert.deepEqual((await near.listTools()).tools, (await far.listTools()).tools)
    const call = { name: 'get_highlights', arguments: { kinds: ['fix', 'feature'] } }
    const [nearby, afar] = [await near.callTool(call), await far.callTool(call)]
    assert.deepEqual(withoutWindow(nearby.structuredContent), withoutWindow(afar.structuredContent))
    assert.match(JSON.stringify(nearby.structuredContent), /export any report/)
  }
})

/** The content without its window, which differs because the two requests were made at different times. */
const withoutWindow = (content: unknown) => ({ ...Object(content), window: null })

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

const HELLO = request(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

onBothEngines(
  'stdout carries only the protocol, and every request is answered before the command ends',
  async location => {
    using cli = aCommandLine({ ...envOf(location), TIDINGS_LOG_LEVEL: 'debug' })
    const server = cli.start('mcp', '--account', await aTeam(cli))
    const call = (id: number, name: string, given: object) =>
      request(id, 'tools/call', { name, arguments: given })
    const sent = [
      HELLO,
      'no JSON at all',
      '{"jsonrpc":"2.0"}',
      request(2, 'tools/list'),
      request(3, 'no/such/method'),
      call(4, 'get_highlights', { days: 0 }),
      call(5, 'no_such_tool', {}),
      call(6, 'get_highlights', {}),
    ]
    server.process.stdin?.end(`${sent.join('\n')}\n`)
    const { code, out, err } = await server.ended
    assert.equal(code, 0)
    const said = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    assert.deepEqual(
      said.map(one => one.jsonrpc).filter(version => version !== '2.0'),
      [],
    )
    const answers = new Map(said.filter(one => 'id' in one).map(one => [one.id, one]))
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6].filter(id => !answers.has(id)),
      [],
    )
    assert.equal(answers.get(4).result.isError, true)
    assert.equal(answers.get(6).result.structuredContent.highlights.length, 1)
    assert.equal(answers.get(3).error.code, -32601)
    for (const line of err.trimEnd().split('\n')) assert.equal(JSON.parse(line).level, 'debug')
  },
)

test('a start that fails writes only to stderr and creates nothing', async () => {
  using cli = aCommandLine()
  const nowhere = await cli.run('mcp', '--account', '7c0a1a5e-58a4-4f3b-9d5e-0c5a4d5e2b11')
  assert.deepEqual([nowhere.code, nowhere.out], [1, ''])
  assert.match(nowhere.err, /There is no Tidings database/)
  assert.equal(existsSync(join(cli.directory, 'data')), false)
  await cli.json('account', 'create', '--name', 'Acme')
  const unknown = await cli.run('mcp', '--account', '7c0a1a5e-58a4-4f3b-9d5e-0c5a4d5e2b11')
  assert.deepEqual([unknown.code, unknown.out], [1, ''])
  assert.notEqual(unknown.err, '')
  const unnamed = await cli.run('mcp')
  assert.deepEqual([unnamed.code, unnamed.out], [2, ''])
})
