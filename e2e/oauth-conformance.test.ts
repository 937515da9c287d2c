import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freePort } from '../testing/postgres.ts'
import { visit } from './browser.ts'
import { aFolder, said } from './checkout.ts'
import { DESKTOP, heading } from './looks.ts'
import { type RunningTidings, runTidings } from './running.ts'
import { browser } from './test-browser.ts'

const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28']
const SCENARIOS = ['authorization-server-metadata-endpoint', 'authorization-code-grant']

/** Somebody who is signed in, in a browser. */
async function aPerson(tidings: RunningTidings) {
  const made = await tidings.command('account', 'create', '--name', 'Acme', '--json')
  const { account_id } = JSON.parse(made)
  const words = ['--email', 'cy@example.com', '--role', 'viewer', '--account', account_id, '--json']
  const { link } = JSON.parse(await tidings.command('user', 'create', ...words))
  const { page } = await visit(browser, link, DESKTOP)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Review')
  return page
}

async function register(baseUrl: string, redirect: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    body: JSON.stringify({ client_name: 'Robot', redirect_uris: [redirect] }),
  })
  return ((await answer.json()) as { client_id: string }).client_id
}

interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** Runs all scenarios against the server; `open` is given the address that a person is to open. */
async function run(
  context: TestContext,
  baseUrl: string,
  revision: string,
  open: (address: string) => Promise<void>,
): Promise<Check[]> {
  const port = await freePort()
  const client = await register(baseUrl, `http://127.0.0.1:${port}/callback`)
  const out = aFolder(context)
  const resource = `${baseUrl}/mcp`
  const args = ['--url', baseUrl, '--client-id', client, '--resource', resource, '--port', String(port)]
  const suite = spawn('conformance', ['authorization', ...args, '--spec-version', revision, '-o', out], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  let opened: Promise<void> | undefined
  suite.stdout.on('data', data => {
    printed += String(data)
    const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(printed)?.[0]
    if (address) opened ??= open(address)
  })
  await once(suite, 'close')
  await opened
  return readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('checks.json'))
    .flatMap(name => JSON.parse(readFileSync(join(out, name), 'utf8')))
}

test('every scenario for authorization servers passes, on each revision', async context => {
  const listed = await said('conformance', ['list', '--authorization'], { cwd: import.meta.dirname })
  assert.deepEqual(
    [...listed.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name),
    SCENARIOS,
  )
  const tidings = await runTidings(context)
  const page = await aPerson(tidings)
  for (const revision of REVISIONS) {
    const checks = await run(context, tidings.baseUrl, revision, async address => {
      await page.goto(address)
      await heading(page, 'Connect Robot?')
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
    })
    assert.deepEqual(
      checks.filter(({ status }) => status !== 'SUCCESS'),
      [],
      revision,
    )
    assert.ok(checks.length >= SCENARIOS.length, `${revision}: ${checks.map(({ id }) => id)}`)
  }
})
