import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { aDesk, BIN, type Desk } from './command-line.ts'

const OPERATIONS = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')

/** The commands in the section of this name. */
function recipe(section: string): string {
  const [, text = ''] = OPERATIONS.split(`\n## ${section}\n`)
  const commands = [...(text.split('\n## ')[0] ?? '').matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block)
  assert.ok(commands.length > 0, `no commands under ${section}`)
  return commands.join('')
}

/** Runs the commands in the desk's folder, as somebody would who has this checkout; what is said to be at the root is below it. */
function follow(desk: Desk, commands: string): string {
  const bin = join(desk.directory, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${BIN}" "$@"\n`, {
    mode: 0o755,
  })
  const script = commands.replaceAll(/ (?=\/(?:backups|keys)\/)/g, ` ${desk.directory}`)
  const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter)
  return execFileSync('sh', ['-euxc', script], {
    cwd: desk.directory,
    env: { PATH },
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

test('whoever follows the documentation has everything back, secrets included', async () => {
  const desk = aDesk()
  try {
    for (const folder of ['backups', 'keys']) mkdirSync(join(desk.directory, folder))
    const account = (await desk.json('account', 'create', '--name', 'Acme')).account_id
    await desk.json('source', 'create', 'github', '--account', account, '--repo', 'acme/app')
    const key = readFileSync(join(desk.directory, 'data/encryption.key'), 'utf8')
    follow(desk, recipe('Back up'))
    await desk.json('account', 'create', '--name', 'Made after the backup')
    writeFileSync(join(desk.directory, 'data/tidings.db'), 'the disk failed')
    follow(desk, recipe('Restore'))
    const { accounts } = await desk.json('account', 'list')
    assert.deepEqual(
      accounts.map(({ name }: { name: string }) => name),
      ['Acme'],
    )
    assert.equal((await desk.json('source', 'list', '--account', account)).sources.length, 1)
    assert.equal(readFileSync(join(desk.directory, 'data/encryption.key'), 'utf8'), key)
    for (const file of ['tidings.db', 'encryption.key'])
      assert.equal(statSync(join(desk.directory, 'data', file)).mode & 0o777, 0o600, file)
  } finally {
    desk.clear()
  }
})
