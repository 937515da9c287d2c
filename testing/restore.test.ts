import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { aCommandLine, BIN, type CommandLine } from './command-line.ts'
import { opened } from './http.ts'

const OPERATIONS = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')

/** The commands in the section of this name. */
function recipe(section: string): string {
  const [, text = ''] = OPERATIONS.split(`\n## ${section}\n`)
  const commands = [...(text.split('\n## ')[0] ?? '').matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block)
  assert.ok(commands.length > 0, `no commands under ${section}`)
  return commands.join('')
}

/** Runs the commands in a folder of their own, as somebody would who has this checkout. A path at the root is taken as one in that folder. */
async function follow(cli: CommandLine, commands: string): Promise<void> {
  const bin = join(cli.directory, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${BIN}" "$@"\n`, {
    mode: 0o755,
  })
  const script = commands.replaceAll(/ (?=\/(?:backups|keys)\/)/g, ` ${cli.directory}`)
  const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter)
  await promisify(execFile)('sh', ['-euxc', script], { cwd: cli.directory, env: { ...cli.env, PATH } })
}

test('following the documentation restores everything, secrets included', async () => {
  await using host = await opened(createServer((_, response) => response.end()))
  using cli = aCommandLine({ TIDINGS_PRIVATE_HOSTS: `127.0.0.1:${host.port}` })
  for (const folder of ['backups', 'keys']) mkdirSync(join(cli.directory, folder))
  const account = (await cli.json('account', 'create', '--name', 'Acme')).account_id
  const source = ['forgejo', '--account', account, '--repo', 'acme/app', '--url', host.address]
  await cli.json('source', 'create', ...source)
  const key = readFileSync(join(cli.directory, 'data/encryption.key'), 'utf8')
  await follow(cli, recipe('Back up'))
  await cli.json('account', 'create', '--name', 'Made after the backup')
  writeFileSync(join(cli.directory, 'data/tidings.db'), 'the disk failed')
  await follow(cli, recipe('Restore'))
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
