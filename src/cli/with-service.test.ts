import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { aDesk } from '#testing/command-line.ts'
import { freePort } from '#testing/postgres.ts'

/** A desk in a folder besides the checkout. */
function elsewhere(context: TestContext) {
  const desk = aDesk()
  context.after(() => desk.clear())
  desk.checkout = join(desk.directory, 'checkout')
  desk.directory = join(desk.directory, 'elsewhere')
  mkdirSync(desk.checkout)
  mkdirSync(desk.directory)
  return desk
}

const namesIn = ({ accounts }: { accounts: { name: string }[] }) => accounts.map(account => account.name)

test('a command in another folder finds the data of the checkout, and makes none beside itself', async context => {
  const desk = elsewhere(context)
  const { code, err } = await desk.run('account', 'list')
  assert.equal(code, 1)
  for (const place of [join(desk.directory, 'data'), join(desk.checkout, 'data'), 'TIDINGS_DATA'])
    assert.ok(err.includes(place), err)
  assert.deepEqual(readdirSync(desk.directory), [])
  await desk.json('account', 'create', '--name', 'Acme')
  assert.ok(existsSync(join(desk.checkout, 'data', 'tidings.db')))
  assert.deepEqual(namesIn(await desk.json('account', 'list')), ['Acme'])
  assert.deepEqual(readdirSync(desk.directory), [])
})

test('a folder with data of its own keeps to it, and TIDINGS_DATA goes before both', async context => {
  const desk = elsewhere(context)
  desk.env.TIDINGS_DATA = 'data'
  await desk.json('account', 'create', '--name', 'Local')
  desk.env.TIDINGS_DATA = '../third'
  const missing = await desk.run('account', 'list')
  assert.match(missing.err, /^There is no Tidings database in \S+third: /)
  assert.equal(existsSync(join(desk.directory, '..', 'third')), false)
  await desk.json('account', 'create', '--name', 'Named')
  assert.deepEqual(namesIn(await desk.json('account', 'list')), ['Named'])
  delete desk.env.TIDINGS_DATA
  assert.deepEqual(namesIn(await desk.json('account', 'list')), ['Local'])
})

test('commands print the address of the server on the same data, also after it stopped', async context => {
  const desk = aDesk()
  context.after(() => desk.clear())
  const port = await freePort()
  const server = desk.start('serve', '--port', String(port))
  await server.says('listens on')
  const { feeds } = await desk.json('account', 'create', '--name', 'Acme')
  assert.equal(new URL(feeds.atom).origin, `http://127.0.0.1:${port}`)
  assert.equal((await fetch(feeds.atom)).status, 200)
  server.process.kill('SIGTERM')
  await server.ended
  const listed = async () => (await desk.json('account', 'list')).accounts[0].feeds.atom
  assert.equal(await listed(), feeds.atom)
  desk.env.TIDINGS_BASE_URL = 'https://news.acme.example'
  assert.equal(new URL(await listed()).origin, 'https://news.acme.example')
})
