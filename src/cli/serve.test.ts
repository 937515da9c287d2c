import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { openDatabase } from '#platform/db/open.ts'
import { aCommandLine, BIN, type CommandLine } from '#testing/command-line.ts'
import { relayTo } from '#testing/database-relay.ts'
import { newPlace, onBothEngines, onPostgres } from '#testing/databases.ts'
import { freePort } from '#testing/postgres.ts'

const keyOf = (byte: number) => `key:${Buffer.alloc(32, byte).toString('base64')}`

async function commandLineFor(context: TestContext, env: Record<string, string> = {}): Promise<CommandLine> {
  const cli = aCommandLine({ PORT: String(await freePort()), TIDINGS_LOG_LEVEL: 'error', ...env })
  context.after(() => cli.remove())
  return cli
}

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)

test('a server does not start while the database is locked and exits with the reason', async context => {
  const cli = await commandLineFor(context)
  await cli.run('account', 'create', '--name', 'Acme')
  const other = new DatabaseSync(join(cli.directory, 'data', 'tidings.db'))
  context.after(() => other.close())
  other.exec('begin immediate')
  const servers = ['serve', 'worker', 'web'].map(command => cli.start(command).ended)
  for (const ended of await Promise.all(servers)) {
    assert.equal(ended.code, 1)
    assert.doesNotMatch(ended.out, /listens on|works on/)
    assert.match(
      ended.err,
      /^tidings: The database cannot be used: another process has been writing to it for too long\.\n$/,
    )
  }
})

/** A module that reports when the process has opened the database file; the next thing the process does is wait for the lock. */
const SAYS_WHEN_OPEN = encodeURIComponent(`
  import { DatabaseSync } from 'node:sqlite'
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (statement) {
    exec.call(this, statement)
    if (statement.includes('mmap_size')) console.log('It is open.')
  }`)

test('SIGTERM ends a server that waits for a locked database', async context => {
  const cli = await commandLineFor(context)
  await cli.run('account', 'create', '--name', 'Acme')
  const other = new DatabaseSync(join(cli.directory, 'data', 'tidings.db'))
  context.after(() => other.close())
  other.exec('begin immediate')
  const start = () => cli.startScript(`--import=data:text/javascript,${SAYS_WHEN_OPEN}`, BIN, 'serve')
  const [server, left] = [start(), start()]
  await Promise.all([server.waitFor('It is open.'), left.waitFor('It is open.')])
  server.process.kill('SIGTERM')
  assert.equal((await server.ended).code, 143)
  assert.equal(left.process.exitCode, null, 'the other server still waits')
})

onPostgres('SIGTERM ends web and worker within ten seconds when PostgreSQL has fallen silent', async () => {
  const { location, remove } = await newPlace()
  assert.ok(location.engine === 'postgres')
  const endsIn = async (command: string, ready: string) => {
    await using relay = await relayTo(location.url)
    const PORT = String(await freePort())
    using cli = aCommandLine({
      DATABASE_URL: relay.location.url,
      TIDINGS_ENCRYPTION_KEY: keyOf(1),
      PORT,
    })
    const server = cli.start(command)
    await server.waitFor(ready)
    const silent = relay.silence()
    fetch(`http://127.0.0.1:${PORT}/changelog/${randomUUID()}`).catch(() => {})
    await silent
    const begun = performance.now()
    server.process.kill('SIGTERM')
    await server.ended
    return performance.now() - begun
  }
  const took = await Promise.all([endsIn('web', 'listens on'), endsIn('worker', 'worker is running')])
  for (const milliseconds of took) assert.ok(milliseconds < 10_000, `${took}`)
  await remove()
})

onBothEngines('a wrong encryption key is refused at the start and by doctor', async (location, context) => {
  const where: Record<string, string> = location.engine === 'sqlite' ? {} : { DATABASE_URL: location.url }
  const cli = await commandLineFor(context, where)
  if (location.engine === 'postgres') {
    assert.match((await cli.run('serve')).err, /requires an encryption key/)
    await assert.rejects(openDatabase(location, { migrate: false, creates: false }), /never written/)
  }
  cli.env.TIDINGS_ENCRYPTION_KEY = keyOf(1)
  const first = cli.start('serve')
  await first.waitFor('listens on')
  first.process.kill('SIGTERM')
  assert.equal((await first.ended).code, 0)
  cli.env.TIDINGS_ENCRYPTION_KEY = keyOf(2)
  for (const command of ['serve', 'web', 'worker']) {
    const ended = await cli.run(command)
    assert.equal(ended.code, 1)
    assert.match(
      ended.err,
      /not the one that this database was sealed with, whose name is "key"\. Give it that key/,
    )
  }
  const looked = await cli.run('doctor')
  assert.equal(looked.code, 1)
  assert.match(looked.out, /failed {2}encryption key: The encryption key is not the one/)
  cli.env.TIDINGS_ENCRYPTION_KEY = keyOf(1)
  assert.match((await cli.run('doctor')).out, /ok {6}encryption key: from TIDINGS_ENCRYPTION_KEY/)
  delete cli.env.TIDINGS_ENCRYPTION_KEY
  const without = await cli.run('serve')
  assert.equal(without.code, 1)
  assert.match(without.err, /set TIDINGS_ENCRYPTION_KEY to/i)
  assert.match((await cli.run('doctor')).out, /failed {2}encryption key: .* set TIDINGS_ENCRYPTION_KEY to/i)
})

test('a server limits its memory, however it is started, and other commands do not', async context => {
  const cli = await commandLineFor(context)
  await cli.run('account', 'create', '--name', 'Acme')
  const optionsOf = (pid: number | undefined) =>
    execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  const server = cli.start('serve')
  await server.waitFor('listens on')
  assert.match(optionsOf(server.process.pid), /--max-semi-space-size=4 --max-old-space-size=1024 /)
  server.process.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
  const other = cli.start('mcp', '--account', 'none')
  assert.doesNotMatch(optionsOf(other.process.pid), /--max-/)
  await other.ended
})

test('a server prints feed addresses and the set-up link only to a terminal', async context => {
  const cli = await commandLineFor(context)
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const links = join(cli.directory, 'data', 'links.txt')
  const server = cli.start('serve')
  await server.waitFor('listens on')
  server.process.kill('SIGTERM')
  const { out, err } = await server.ended
  assert.doesNotMatch(out + err, new RegExp(`${account}|set-up#`))
  assert.match(out, /A set-up link was added to .*links\.txt, which only you can read\./)
  assert.equal(err.replaceAll(/^\{.*\}\n/gm, ''), '')
  assert.match(readFileSync(links, 'utf8'), /\/app\/set-up#[\w-]{43}\n/)
  assert.equal(modeOf(links), '600')
  const watched = await cli.watch(['serve'], out => out.includes('set-up#'))
  assert.match(watched.out, new RegExp(`Atom {7}http://127\\.0\\.0\\.1:\\d+/changelog/${account}\n`))
})

test('only its owner can read the data directory and backups', async context => {
  const cli = await commandLineFor(context)
  const data = join(cli.directory, 'data')
  mkdirSync(data, { mode: 0o755 })
  for (const name of ['tidings.db', 'tidings.db-wal', 'tidings.db-shm'])
    writeFileSync(join(data, name), '', { mode: 0o644 })
  const modes = () => ['', 'tidings.db', 'tidings.db-wal', 'tidings.db-shm'].map(it => modeOf(join(data, it)))
  const server = cli.start('serve')
  await server.waitFor('listens on')
  assert.deepEqual(modes(), ['700', '600', '600', '600'])
  assert.equal(modeOf(join(data, 'encryption.key')), '600')
  await cli.json('backup', 'copy.db')
  assert.equal(modeOf(join(cli.directory, 'copy.db')), '600')
  chmodSync(join(data, 'tidings.db-wal'), 0o644)
  await cli.json('account', 'list')
  assert.deepEqual(modes(), ['700', '600', '600', '600'])
})
