import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'

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
