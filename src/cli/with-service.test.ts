import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { freePort } from '#testing/postgres.ts'

/** A command line in a folder that is not the checkout. */
function elsewhere(context: TestContext) {
  const cli = aCommandLine()
  context.after(() => cli.remove())
  cli.checkout = join(cli.directory, 'checkout')
  cli.directory = join(cli.directory, 'elsewhere')
  mkdirSync(cli.checkout)
  mkdirSync(cli.directory)
  return cli
}

const namesIn = ({ accounts }: { accounts: { name: string }[] }) => accounts.map(account => account.name)

test('a command in another folder uses the data of the checkout and creates none', async context => {
  const cli = elsewhere(context)
  const { code, err } = await cli.run('account', 'list')
  assert.equal(code, 1)
  for (const place of [join(cli.directory, 'data'), join(cli.checkout, 'data'), 'TIDINGS_DATA'])
    assert.ok(err.includes(place), err)
  assert.deepEqual(readdirSync(cli.directory), [])
  await cli.json('account', 'create', '--name', 'Acme')
  assert.ok(existsSync(join(cli.checkout, 'data', 'tidings.db')))
  assert.deepEqual(namesIn(await cli.json('account', 'list')), ['Acme'])
  assert.deepEqual(readdirSync(cli.directory), [])
})

test('a folder with its own data uses it, and TIDINGS_DATA takes precedence over both', async context => {
  const cli = elsewhere(context)
  cli.env.TIDINGS_DATA = 'data'
  await cli.json('account', 'create', '--name', 'Local')
  cli.env.TIDINGS_DATA = '../third'
  const missing = await cli.run('account', 'list')
  assert.match(missing.err, /^There is no Tidings database in \S+third: /)
  assert.equal(existsSync(join(cli.directory, '..', 'third')), false)
  await cli.json('account', 'create', '--name', 'Named')
  assert.deepEqual(namesIn(await cli.json('account', 'list')), ['Named'])
  delete cli.env.TIDINGS_DATA
  assert.deepEqual(namesIn(await cli.json('account', 'list')), ['Local'])
})

test('commands print the address of the server on the same data, also after it has stopped', async () => {
  using cli = aCommandLine()
  const port = await freePort()
  const server = cli.start('serve', '--port', String(port))
  await server.waitFor('listens on')
  const { feeds } = await cli.json('account', 'create', '--name', 'Acme')
  assert.equal(new URL(feeds.atom).origin, `http://127.0.0.1:${port}`)
  assert.equal((await fetch(feeds.atom)).status, 200)
  server.process.kill('SIGTERM')
  await server.ended
  const listed = async () => (await cli.json('account', 'list')).accounts[0].feeds.atom
  assert.equal(await listed(), feeds.atom)
  cli.env.TIDINGS_BASE_URL = 'https://news.acme.example'
  assert.equal(new URL(await listed()).origin, 'https://news.acme.example')
  const again = cli.start('serve', '--port', String(port))
  await again.waitFor(
    `listens on http://127.0.0.1:${port}\nIts public address is https://news.acme.example\n`,
  )
  again.process.kill('SIGTERM')
  await again.ended
})
