import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTidings } from '../bench/servers.ts'
import { bearerProxy } from './bearer-proxy.ts'
import { aFolder, said } from './checkout.ts'

const TIDINGS = fileURLToPath(new URL('../bin/tidings.mjs', import.meta.url))
const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28']

/** The scenarios that apply to a server with one tool and without resources and prompts. */
const APPLICABLE = [
  'server-initialize',
  'server-session-lifecycle',
  'server-stateless',
  'ping',
  'tools-list',
  'sep-2164-resource-not-found',
  'dns-rebinding-protection',
  'http-header-validation',
  'input-required-result-unsupported-methods',
  'input-required-result-validate-input',
]

/** The scenarios that do not apply, by the beginnings of their names, with the reasons. */
const NOT_APPLICABLE: Record<string, string> = {
  'tools-call-': "calls the conformance suite's own test tools",
  'json-schema-2020-12': "looks at one of the suite's own test tools",
  'logging-set-level': 'the server sends no log messages to clients',
  'completion-complete': 'the server completes nothing',
  'elicitation-': 'the server asks its client for nothing',
  'server-sse-': 'no stream is kept open: an answer is one message',
  'resources-': 'the server has no resources',
  'prompts-': 'the server has no prompts',
  caching: 'wants hints on lists of resources and prompts too; those on the list of tools are held below',
  'http-custom-header-server-validation': 'no parameter of the tool is sent as a header',
  'tasks-': 'an extension that is not offered: the tool answers at once',
  'sep-2640-': 'an extension that is not offered: there are no skills',
  'input-required-result-': 'the tool never asks back',
}

const isApplicable = (scenario: string) => APPLICABLE.includes(scenario)
const reasonFor = (scenario: string) =>
  Object.entries(NOT_APPLICABLE).find(([beginning]) => scenario.startsWith(beginning))?.[1]

const here = { cwd: import.meta.dirname }

/** A server with a team that has one highlight, and a token for its MCP server. */
async function aServer(context: TestContext) {
  const data = join(aFolder(context), 'data')
  const env = { ...process.env, TIDINGS_DATA: data, DATABASE_URL: '' }
  const tidings = async (...words: string[]) =>
    JSON.parse(await said(process.execPath, [TIDINGS, ...words, '--json'], { ...here, env }))
  const { account_id } = await tidings('account', 'create', '--name', 'Acme')
  const merge = {
    repo: 'acme/app',
    number: 1,
    title: 'feat: export any report as CSV',
    body: '',
    merged_at: new Date(Date.now() - 3_600_000).toISOString(),
    url: 'https://github.com/acme/app/pull/1',
  }
  const file = join(data, 'merges.jsonl')
  writeFileSync(file, JSON.stringify(merge))
  await tidings('import', 'jsonl', file, '--account', account_id, '--past', 'drafts')
  const { token } = await tidings('token', 'create', '--account', account_id, '--name', 'x', '--for', 'mcp')
  const server = await startTidings('web', { TIDINGS_DATA: data, TIDINGS_REQUESTS_PER_MINUTE: '100000' })
  context.after(() => server.stop())
  return { port: server.port, token: String(token), account: String(account_id), data }
}

interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** The checks that failed, by scenario of a protocol revision. */
async function faultsIn(context: TestContext, port: number, revision: string): Promise<Map<string, Check[]>> {
  const out = aFolder(context)
  const url = `http://127.0.0.1:${port}/mcp`
  const args = ['server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', out]
  // The suite ends with an error code when a check fails; the files say which.
  await said('conformance', args, here).catch(() => {})
  const checksIn = (folder: string): Check[] =>
    JSON.parse(readFileSync(join(out, folder, 'checks.json'), 'utf8'))
  return new Map(
    readdirSync(out).map(folder => [
      folder.replace(/^server-(.+)-\d{4}-\d\d-\d\dT.*$/, '$1'),
      checksIn(folder).filter(({ status }) => status === 'FAILURE'),
    ]),
  )
}

/** Whether a check can be tested here; some need one of the suite's own tools. */
const isTestable = ({ errorMessage = '' }: Check) =>
  !errorMessage.startsWith('Not testable: server does not list')

test('every scenario of the conformance suite passes or has a reason not to apply', async context => {
  const listed = await said('conformance', ['list', '--server'], here)
  const scenarios = [...listed.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name)
  assert.ok(scenarios.length > 50, listed)
  assert.deepEqual(
    scenarios.filter(name => !isApplicable(name) && !reasonFor(name)),
    [],
  )
  assert.deepEqual(
    APPLICABLE.filter(name => !scenarios.includes(name)),
    [],
  )
  const { port, token } = await aServer(context)
  const proxied = await bearerProxy(context, port, token)
  const found = await Promise.all(REVISIONS.map(revision => faultsIn(context, proxied, revision)))
  for (const scenario of APPLICABLE) {
    assert.ok(
      found.some(faults => faults.has(scenario)),
      `${scenario} was tried`,
    )
    for (const faults of found) assert.deepEqual(faults.get(scenario)?.filter(isTestable) ?? [], [], scenario)
  }
  const caching = found.at(-1)?.get('caching')
  assert.deepEqual(
    caching?.map(({ errorMessage = '' }) => errorMessage.replace(/^(\S+) .*/, '$1')),
    ['prompts/list', 'resources/list', 'resources/templates/list'],
  )
})

test('the inspector lists the tool and calls it, over HTTP and stdio', async context => {
  const { port, token, account, data } = await aServer(context)
  const inspect = async (...args: string[]) =>
    JSON.parse(await said('mcp-inspector', ['--cli', ...args], here))
  const address = `http://127.0.0.1:${port}/mcp`
  const far = [address, '--transport', 'http', '--header', `Authorization: Bearer ${token}`]
  const near = [process.execPath, TIDINGS, 'mcp', '--account', account, '-e', `TIDINGS_DATA=${data}`]
  for (const target of [far, near]) {
    const { tools } = await inspect(...target, '--method', 'tools/list')
    assert.deepEqual(
      tools.map((tool: { name: string }) => tool.name),
      ['get_highlights'],
    )
    const call = ['--method', 'tools/call', '--tool-name', 'get_highlights', '--tool-arg']
    const { structuredContent } = await inspect(...target, ...call, 'days=30', 'kinds=feature')
    assert.equal(structuredContent.highlights[0].title, 'feat: export any report as CSV')
  }
})
