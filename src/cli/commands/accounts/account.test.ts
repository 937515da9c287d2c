import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, type TestContext, test } from 'node:test'
import { openDatabase } from '#platform/db/open.ts'
import { aCommandLine } from '#testing/command-line.ts'
import { startDnsServer, useNameServer } from '#testing/dns-server.ts'
import { titleIn, wordsFrom } from '#testing/language-model-answers.ts'
import { type LanguageModelServer, startLanguageModelServer } from '#testing/language-model-server.ts'

test('a host name of the page is claimed, with the record that proves it', async context => {
  const cli = aCommandLine({
    TIDINGS_BASE_URL: 'https://tidings.acme.test',
    TIDINGS_MCP_HOSTS: 'mcp.acme.test',
  })
  context.after(() => cli.remove())
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const page = (...words: string[]) => cli.run('account', 'page', '--account', account, ...words)
  const { out } = await page('--on', '--host', 'news.acme.test')
  assert.match(out, /claimed host {4}news\.acme\.test, not proven yet/)
  assert.match(out, /_tidings\.news\.acme\.test {2}TXT {2}"tidings=[0-9a-f-]{36}"/)
  for (const host of ['tidings.acme.test', 'mcp.acme.test', '127.0.0.1'])
    assert.equal((await page('--host', host)).code, 2, host)
  const { host, claimedHost } = await cli.json('account', 'page', '--account', account)
  assert.deepEqual([host, claimedHost], [null, 'news.acme.test'], 'the claim stays')
  assert.match(
    (await cli.run('doctor')).out,
    /host names: 0 serve, 1 waits for its DNS record: news\.acme\.test/,
  )
  cli.env.TIDINGS_HOST_PROOF = 'off'
  assert.match((await page('--host', 'news.acme.test')).out, /page {12}https:\/\/news\.acme\.test/)
  assert.match((await cli.run('account', 'host', '--account', account)).err, /No host name waits/)
  await cli.run('account', 'create', '--name', 'Rival')
  assert.match((await cli.run('doctor')).out, /TIDINGS_HOST_PROOF=off has no effect with 2 accounts/)
})

test('an account that is about to be deleted is listed with the day, and with what lets it stay', async () => {
  using cli = aCommandLine()
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const begun = await cli.run('account', 'delete', '--account', account)
  const [, day = '', hint = ''] =
    /is deleted on (\S+)\. .*"tidings ([^"]+)" lets it stay/.exec(begun.out) ?? []
  assert.match((await cli.run('account', 'list')).out, new RegExp(`deleted {5}on ${day}\n`))
  assert.equal((await cli.json('account', 'list')).accounts[0].deletes_at.slice(0, 10), day)
  assert.equal((await cli.run(...hint.split(' '))).out, 'The account stays.\n')
  assert.doesNotMatch((await cli.run('account', 'list')).out, /deleted/)
})

const OIDC = {
  TIDINGS_OIDC_ISSUER: 'https://login.example.com',
  TIDINGS_OIDC_CLIENT_ID: 'tidings',
  TIDINGS_OIDC_CLIENT_SECRET: 'secret',
}

test('the operator adds a domain, proves it by its DNS record, requires its provider, and removes it', async () => {
  using cli = aCommandLine()
  await using dns = await startDnsServer()
  const end = useNameServer(dns.port)
  try {
    const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
    const onAccount = ['--account', account_id]
    const add = ['account', 'domain', 'add', 'Acme.example', ...onAccount, '--role', 'writer']
    assert.match((await cli.run(...add)).err, /Single sign-on is not configured/)
    Object.assign(cli.env, OIDC)
    const added = await cli.json(...add)
    assert.deepEqual([added.domain, added.role, added.state], ['acme.example', 'writer', 'waiting'])
    const { name, value } = added.record
    const check = ['account', 'domain', 'check', 'acme.example', ...onAccount]
    assert.match((await cli.run(...check)).err, /has no TXT record with the value .*; found none/)
    assert.ok((await cli.run('account', 'domain', 'list', ...onAccount)).out.includes(`TXT  "${value}"`))
    dns.records.set(name, [value])
    assert.match((await cli.run(...check)).out, /^acme\.example {2}writer {2}proven\n$/)
    const list = ['account', 'domain', 'list', ...onAccount]
    assert.equal((await cli.json(...list)).domains[0].state, 'proven')
    const required = ['account', 'sign-in', '--require-single-sign-on', ...onAccount]
    assert.deepEqual(await cli.json(...required), { account_id, requires_single_sign_on: true })
    await cli.json('account', 'domain', 'remove', '@ACME.example', ...onAccount)
    assert.deepEqual(await cli.json(...list), { domains: [] })
    assert.match((await cli.run(...check)).err, /No such domain/)
  } finally {
    end()
  }
})

const KEY = 'sk-a-key-of-this-test-WXYZ'

let models: LanguageModelServer
before(async () => {
  models = await startLanguageModelServer()
})
after(() => models.close())

/** An account with two merges that customers would notice, and its command about the writer. */
async function anAccount(context: TestContext) {
  const cli = aCommandLine({
    TIDINGS_PRIVATE_HOSTS: new URL(models.address).host,
    TIDINGS_ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  })
  context.after(() => cli.remove())
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  writeFileSync(join(cli.directory, 'key.txt'), `${KEY}\n`)
  writeFileSync(join(cli.directory, 'merges.jsonl'), ['CSV', 'PDF'].map(mergeLine).join('\n'))
  await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account, '--past', 'drafts')
  const words = ['account', 'writer', '--account', account]
  return {
    cli,
    account,
    run: (...options: string[]) => cli.run(...words, ...options),
    json: (...options: string[]) => cli.json(...words, ...options),
  }
}

const mergeLine = (format: string, at: number): string =>
  JSON.stringify({
    repo: 'acme/app',
    number: at + 1,
    title: `feat: add ${format} export`,
    body: `Customers can now download reports as ${format}.`,
    url: `https://github.com/acme/app/pull/${at + 1}`,
    labels: ['customer-request'],
    merged_at: `2026-01-0${at + 1}T10:00:00Z`,
    files: [{ path: 'web/reports/export.ts', additions: 40, deletions: 2, status: 'modified' }],
  })

test('a writer is connected with a key from a file, switched on, changed and disconnected', async context => {
  const { cli, run, json } = await anAccount(context)
  assert.match((await run()).out, /No writer is connected\. Connect one with --provider and --model/)
  const place = ['--provider', 'openai', '--model', 'gpt-5-mini', '--key-file', 'key.txt']
  const connected = await json(...place, '--budget', '20 USD')
  assert.deepEqual(connected.writer, {
    ...{ provider: 'openai', model: 'gpt-5-mini', url: 'https://api.openai.com/v1', key_end: 'WXYZ' },
    ...{ on: false, send_diff: false, budget: '20 USD', fault: null },
  })
  const { out } = await run('--on')
  assert.match(out, /^openai\/gpt-5-mini is on$/m)
  assert.match(out, /Price +\$0\.25 in, \$2 out per million tokens/)
  assert.match(out, /Month +0\.00 USD of 20 USD/)
  const file = join(cli.directory, 'data', 'tidings.db')
  const db = await openDatabase({ engine: 'sqlite', file }, { migrate: false })
  const faultAt = (fault_at: number) =>
    db.write(tx => tx.updateTable('writer').set({ fault: 'budget', fault_at }).execute())
  await faultAt(Date.now())
  assert.match((await run()).out, /^ {2}Fault /m)
  await faultAt(Date.now() - 32 * 86_400_000)
  await db.close()
  assert.doesNotMatch((await run()).out, /Fault/, 'that was last month')
  const changed = await json('--model', 'gpt-5-nano', '--budget', 'none')
  assert.deepEqual(
    [changed.writer.model, changed.writer.key_end, changed.writer.budget, changed.writer.on],
    ['gpt-5-nano', 'WXYZ', null, true],
  )
  cli.stdin = Readable.from([Buffer.from('sk-another-key-of-this-test-ABCD\n')])
  assert.equal((await json('--key-file', '-')).writer.key_end, 'ABCD')
  assert.equal((await json('--off')).writer.on, false)
  for (const { out: shown, err } of [await run(), await run('--json')])
    assert.doesNotMatch(shown + err, /sk-a/)
  assert.match((await run('--disconnect')).out, /its key is deleted/)
  assert.equal((await json()).writer, null)
})

test('a trial shows the words before and after with what they cost, and changes no draft', async context => {
  const { cli, account, run } = await anAccount(context)
  await run('--provider', 'ollama', '--model', 'llama3', '--url', models.address)
  models.behave(({ prompt }) => {
    const headline = titleIn(prompt).replace('feat: add', 'Download reports as').replace(' export', '')
    return {
      text: JSON.stringify(wordsFrom({ headline, body: '' }, 'Customers can now download reports as')),
    }
  })
  const { code, out } = await cli.run('account', 'writer', 'try', '--account', account)
  assert.equal(code, 0)
  assert.match(out, /acme\/app#2 {2}feat: add PDF export/)
  assert.match(out, /Before +Add PDF export\n/)
  assert.match(out, /After +Download reports as PDF\n/)
  assert.match(out, /2,200 tokens\n/)
  models.behave(() => (_, response) => void response.writeHead(401).end('{}'))
  await run('--model', 'llama4')
  assert.match(
    (await cli.run('account', 'writer', 'try', '--account', account)).out,
    /did not accept the key\. Create a new key/,
  )
  const { out: entries } = await cli.run('entry', 'list', '--account', account)
  assert.match(entries, /Add PDF export/)
})
