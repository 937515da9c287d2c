import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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
  const older = join(cli.directory, 'backups/tidings-20260101T030000Z.db')
  writeFileSync(older, 'made by the night before')
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

test('what the page has a container run brings the newest backup back', async () => {
  using cli = aCommandLine()
  mkdirSync(join(cli.directory, 'backups'))
  await cli.json('account', 'create', '--name', 'Acme')
  await cli.json('backup', 'backups')
  writeFileSync(join(cli.directory, 'data/tidings.db'), 'the disk failed')
  const page = readFileSync(new URL('../docs/operations/backup.md', import.meta.url), 'utf8')
  const [, script = ''] = /--entrypoint sh tidings -euc '\n([\s\S]*?)'\n/.exec(page) ?? []
  execFileSync('sh', ['-euc', script.replaceAll(/(?=\/(?:data|backups)\/)/g, cli.directory)])
  assert.equal((await cli.json('account', 'list')).accounts[0].name, 'Acme')
  assert.equal(statSync(join(cli.directory, 'data/tidings.db')).mode & 0o777, 0o600)
})

test('a backup every night keeps the newest, and removes nothing else', async () => {
  using cli = aCommandLine()
  const folder = join(cli.directory, 'backups')
  mkdirSync(folder)
  await cli.json('account', 'create', '--name', 'Acme')
  const kept = ['notes.txt', 'tidings.db', 'tidings-20260103T030000Z.db']
  for (const name of [...kept, 'tidings-20260101T030000Z.db', 'tidings-20260102T030000Z.db'])
    writeFileSync(join(folder, name), '')
  const said = await cli.run('backup', 'backups', '--keep', '2')
  assert.match(said.out, /Removed tidings-20260101T030000Z\.db, tidings-20260102T030000Z\.db\./)
  const left = readdirSync(folder)
  assert.deepEqual([left.length, kept.every(name => left.includes(name))], [4, true])
  const wrong = await cli.run('backup', 'new.db', '--keep', '2')
  assert.deepEqual([wrong.code, /--keep takes an existing folder/.test(wrong.err)], [2, true])
  writeFileSync(join(cli.directory, 'data/tidings.db'), 'the disk failed')
  assert.equal((await cli.run('backup', 'backups', '--keep', '1')).code, 1)
  assert.deepEqual(readdirSync(folder), left)
})
