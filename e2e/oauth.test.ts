import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { REVISIONS } from '../testing/mcp-client.ts'
import { anMcpProgram } from '../testing/mcp-program.ts'
import { visit } from './browser.ts'
import { aFolder } from './checkout.ts'
import { DESKTOP, heading, looksWell, nothingWrong } from './looks.ts'
import { type RunningTidings, runTidings } from './running.ts'
import { browser } from './test-browser.ts'

/** Starts the local server on which a program on the person's machine waits for the answer. */
async function aCallback(
  context: TestContext,
): Promise<{ address: string; answer: Promise<URLSearchParams> }> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/callback') resolve(url.searchParams)
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>Robot</title><link rel="icon" href="data:,"><h1>Robot goes on</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, answer: promise }
}

/** Two accounts with a person in both, and one merge in the first; gives that account and a token for it. */
async function aTeam(context: TestContext, tidings: RunningTidings) {
  const create = async (name: string): Promise<string> =>
    JSON.parse(await tidings.command('account', 'create', '--name', name, '--json')).account_id
  const account = await create('Acme')
  const other = await create('Beta')
  const words = ['user', 'create', '--email', 'cy@example.com', '--role', 'viewer', '--json', '--account']
  await tidings.command(...words, other)
  await tidings.command(...words, account)
  const file = join(aFolder(context), 'merges.jsonl')
  const url = 'https://github.com/acme/app/pull/1'
  const merged_at = new Date(Date.now() - 3_600_000).toISOString()
  const merge = {
    repo: 'acme/app',
    number: 1,
    title: 'feat: export any report as CSV',
    body: '',
    url,
    merged_at,
  }
  writeFileSync(file, JSON.stringify(merge))
  await tidings.command('import', 'jsonl', file, '--account', account, '--past', 'drafts')
  const made = await tidings.command('token', 'create', '--account', account, '--name', 'x', '--json')
  return { account, token: String(JSON.parse(made).token) }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Signs a person in by the link that is sent to them, which then leads on to the page that they had asked for. */
async function signIn(page: Page, tidings: RunningTidings, email: string): Promise<void> {
  await heading(page, 'Sign in')
  await page.getByLabel('Email address').fill(email)
  tidings.forget()
  await button(page, 'Sign in').click()
  await heading(page, 'Check the terminal')
  await page.goto(await tidings.link('sign-in/link'))
  await button(page, 'Sign in').click()
}

// testing/mcp-journey.test.ts covers each protocol revision on both database engines.
test('a program is let in by a person in a browser, reads, and is shut out', async context => {
  const tidings = await runTidings(context)
  const { account, token } = await aTeam(context, tidings)
  const callback = await aCallback(context)
  const program = anMcpProgram(`${tidings.baseUrl}/mcp`, REVISIONS[2], { redirect: callback.address })
  const led = await program.ask()

  const person = await visit(browser, led.href, DESKTOP)
  const { page } = person
  await signIn(page, tidings, 'cy@example.com')
  await heading(page, 'Connect Robot?')
  await page.getByText('is not verified').waitFor()
  await page.getByText('An app on this device').waitFor()
  await page.getByLabel('Account').selectOption(account)
  await looksWell(page, 'consent')
  await button(page, 'Connect').click()
  await page.getByRole('heading', { name: 'Robot goes on' }).waitFor()

  const client = await program.takeUp(await callback.answer)
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(tool => tool.name),
    ['get_highlights'],
  )
  const highlights = async () =>
    (await client.callTool({ name: 'get_highlights', arguments: {} })).structuredContent
  const bearer = (text: string) => ({ headers: { authorization: `Bearer ${text}` } })
  const overHttp = await fetch(`${tidings.baseUrl}/api/v1/highlights`, bearer(token))
  const { highlights: expected } = (await overHttp.json()) as { highlights: unknown[] }
  assert.equal(expected.length, 1)
  assert.deepEqual(Object(await highlights()).highlights, expected)

  const before = program.tokens()
  program.spoilAccess()
  assert.ok(await highlights())
  assert.notEqual(program.tokens().refresh_token, before.refresh_token)

  await page.goto(`${tidings.baseUrl}/app/${account}/settings/assistants`)
  await heading(page, 'Assistants (MCP)')
  await button(page, /^Remove Robot/).waitFor()
  await looksWell(page, 'clients')
  await button(page, /^Remove Robot/).click()
  await button(page, 'Remove').click()
  await page.getByText('No clients are connected yet').waitFor()
  await looksWell(page, 'clients-none')
  const refused = await fetch(`${tidings.baseUrl}/mcp`, {
    method: 'POST',
    ...bearer(program.tokens().access_token),
  })
  assert.equal(refused.status, 401)
  await assert.rejects(highlights(), /Unauthorized/i)
  nothingWrong(person, [new URL(callback.address).origin])
  await page.close()
})

test('somebody else can take over, and say no', async context => {
  const tidings = await runTidings(context)
  const { account } = await aTeam(context, tidings)
  await tidings.command(
    'user',
    'create',
    '--email',
    'di@example.com',
    '--account',
    account,
    '--role',
    'owner',
  )
  const callback = await aCallback(context)
  const program = anMcpProgram(`${tidings.baseUrl}/mcp`, REVISIONS[0], { redirect: callback.address })
  const person = await visit(browser, (await program.ask()).href, DESKTOP)
  const { page } = person
  await signIn(page, tidings, 'cy@example.com')
  await page.getByText('Signed in as cy@example.com').waitFor()
  await button(page, 'Sign out').click()
  await signIn(page, tidings, 'di@example.com')
  await page.getByText('Signed in as di@example.com').waitFor()
  await page.getByText('Read the highlights of Acme').waitFor()
  await looksWell(page, 'consent-one-account')
  await button(page, 'Cancel').click()
  await page.getByRole('heading', { name: 'Robot goes on' }).waitFor()
  const answer = await callback.answer
  assert.deepEqual([answer.get('error'), answer.get('code')], ['access_denied', null])
  assert.equal(answer.get('iss'), tidings.baseUrl)
  nothingWrong(person, [new URL(callback.address).origin])

  await page.goto(`${tidings.baseUrl}/oauth/authorize?client_id=nobody`)
  await heading(page, 'This app cannot be connected')
  await looksWell(page, 'oauth-untrusted')
  await page.goto(`${tidings.baseUrl}/app/consent?request=client_id%3Dnobody`)
  await page.getByText('Connect it again').waitFor()
  await looksWell(page, 'consent-refused')
  await page.close()
})
