import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { startDnsServer, useNameServer } from '#testing/dns-server.ts'

const OIDC = {
  TIDINGS_OIDC_ISSUER: 'https://login.example.com',
  TIDINGS_OIDC_CLIENT_ID: 'tidings',
  TIDINGS_OIDC_CLIENT_SECRET: 'secret',
}

test('the operator adds a domain, proves it by its DNS record, and removes it', async () => {
  using cli = aCommandLine()
  await using dns = await startDnsServer()
  const end = useNameServer(dns.port)
  try {
    const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
    const onAccount = ['--account', account_id]
    const add = ['account', 'domain', 'add', 'Acme.example', ...onAccount, '--role', 'writer']
    assert.match((await cli.run(...add)).err, /No provider is configured/)
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
    await cli.json('account', 'domain', 'remove', '@ACME.example', ...onAccount)
    assert.deepEqual(await cli.json(...list), { domains: [] })
    assert.match((await cli.run(...check)).err, /No such domain/)
  } finally {
    end()
  }
})

test('a role above publisher and a public mail host are refused', async () => {
  using cli = aCommandLine(OIDC)
  const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
  const add = (domain: string, role: string) =>
    cli.run('account', 'domain', 'add', domain, '--account', account_id, '--role', role)
  assert.match((await add('acme.example', 'owner')).err, /must be one of viewer, writer, publisher/)
  assert.match((await add('gmail.com', 'viewer')).err, /no public mail host; got gmail\.com/)
  const help = await cli.run('help', 'account', 'domain')
  for (const verb of ['add', 'list', 'check', 'remove'])
    assert.ok(help.out.includes(`tidings account domain ${verb}`), verb)
})
