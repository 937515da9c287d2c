import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { aCommandLine } from '#testing/command-line.ts'
import { freePort } from '#testing/postgres.ts'
import { until } from '#testing/until.ts'

const cli = aCommandLine()
after(() => cli.remove())

const TITLES = ['Add export of invoices', 'Refactor the cache', 'Fix the totals', 'Bump the parser']

/** Enough labelled pull requests to keep the training busy for a while. */
function labelledLines(): string {
  const rows = Array.from({ length: 3_000 }, (_, at) => ({
    repo: `acme/shop-${at % 3}`,
    number: at + 1,
    title: `${TITLES[at % TITLES.length]} ${at % 7}`,
    body: '',
    merged_at: '2026-03-01T10:00:00Z',
    files: [{ path: `src/part${at % 5}/${at}.ts` }],
    labels: { visibility: at % 2 === 0 ? 'user-facing' : 'internal' },
  }))
  return rows.map(row => `${JSON.stringify(row)}\n`).join('')
}

test('what reads a pipe stops on a signal, also while nothing comes', async () => {
  const classify = cli.start('classify')
  classify.process.stdin?.write(labelledLines().slice(0, 200_000))
  await once(classify.process.stdout ?? classify.process, 'data')
  classify.process.kill('SIGTERM')
  const ended = await classify.ended
  assert.match(ended.err, /tidings: stopped by SIGTERM\n$/)
  assert.equal(ended.code, 143)
})

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))
const STOPS_WITHIN_MS = 15_000

const answers = async (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )

test('any signal that ends npm start ends the server and frees its port', async context => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    const port = await freePort()
    // The files that a fresh clone lacks exist here, so this is `npm start` without its install scripts.
    const npm = spawn('npm', ['start', '--ignore-scripts'], {
      cwd: CHECKOUT,
      env: { ...process.env, PORT: String(port), TIDINGS_DATA: join(cli.directory, signal) },
      stdio: 'ignore',
      detached: true,
    })
    context.after(() => killGroup(npm.pid))
    await until(() => answers(port), `an answer of npm start on ${port}`, STOPS_WITHIN_MS)
    process.kill(npm.pid ?? 0, signal)
    await until(
      async () => !(await answers(port)),
      `the end of the server after ${signal} to npm`,
      STOPS_WITHIN_MS,
    )
  }
})

function killGroup(pid: number | undefined): void {
  try {
    process.kill(-(pid ?? 0), 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

test('a backup stops on a signal and leaves no file behind', async () => {
  await cli.json('account', 'create', '--name', 'Acme')
  fill(join(cli.directory, 'data', 'tidings.db'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const begun = new Promise(resolve => watch(cli.directory, (_, name) => resolve(name)).unref())
    const backup = cli.start('backup', 'copy.db')
    await begun
    backup.process.kill(signal)
    const ended = await backup.ended
    assert.equal(ended.err, `tidings: stopped by ${signal}\n`)
    assert.equal(ended.code, signal === 'SIGTERM' ? 143 : 130)
    assert.deepEqual(copies(), [])
  }
})

test('a killed backup leaves no file under its name, and the next one succeeds', async () => {
  const begun = new Promise(resolve => watch(cli.directory, (_, name) => resolve(name)).unref())
  const backup = cli.start('backup', 'copy.db')
  await begun
  backup.process.kill('SIGKILL')
  await backup.ended
  assert.match(copies().join(), /^copy\.db\.partial-\d+/)
  await cli.json('backup', 'copy.db')
  assert.deepEqual(copies(), ['copy.db'])
})

const copies = () => readdirSync(cli.directory).filter(name => name.startsWith('copy.db'))

/** Fills the database with enough data that a copy takes a moment. */
function fill(file: string): void {
  const db = new DatabaseSync(file)
  db.exec('create table filling (bytes blob); begin')
  const insert = db.prepare('insert into filling values (zeroblob(1000000))')
  for (let row = 0; row < 64; row++) insert.run()
  db.exec('commit')
  db.close()
}
