import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { aCommandLine } from './command-line.ts'
import { opened } from './http.ts'
import { follow, recipe } from './recipes.ts'

test('following the documentation restores everything, secrets included', async () => {
  await using host = await opened(createServer((_, response) => response.end()))
  using cli = aCommandLine({ TIDINGS_PRIVATE_HOSTS: `127.0.0.1:${host.port}` })
  for (const folder of ['backups', 'keys']) mkdirSync(join(cli.directory, folder))
  const account = (await cli.json('account', 'create', '--name', 'Acme')).account_id
  const source = ['forgejo', '--account', account, '--repo', 'acme/app', '--url', host.address]
  await cli.json('source', 'create', ...source)
  const key = readFileSync(join(cli.directory, 'data/encryption.key'), 'utf8')
  await follow(cli, recipe('Back up', 'sqlite'))
  await cli.json('account', 'create', '--name', 'Made after the backup')
  writeFileSync(join(cli.directory, 'data/tidings.db'), 'the disk failed')
  await follow(cli, recipe('Restore', 'sqlite'))
  const { accounts } = await cli.json('account', 'list')
  assert.deepEqual(
    accounts.map(({ name }: { name: string }) => name),
    ['Acme'],
  )
  assert.equal((await cli.json('source', 'list', '--account', account)).sources.length, 1)
  assert.equal(readFileSync(join(cli.directory, 'data/encryption.key'), 'utf8'), key)
  for (const file of ['tidings.db', 'encryption.key'])
    assert.equal(statSync(join(cli.directory, 'data', file)).mode & 0o777, 0o600, file)
})
