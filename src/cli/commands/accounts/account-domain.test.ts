import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { startDnsServer, useNameServer } from '#testing/dns-server.ts'

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
