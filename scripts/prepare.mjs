// Brings a fresh or stale checkout up to date before `npm start` and `npm test`: installs from the lockfile when it has
// changed since the last installation, and builds the dashboard when its sources have changed since the last build. Runs on any Node from 18 on and needs nothing installed.
// Usage: prepare.mjs [folder…], as seen from the checkout; the checkout itself where none is named.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** Longer than any installation takes: a mark that is older was left by a process whose number another one bears now. */
const STALE_MS = 15 * 60_000

const named = process.argv.slice(2)
try {
  for (const folder of named.length > 0 ? named : ['.']) {
    install(resolve(checkout, folder))
    build(resolve(checkout, folder))
  }
} catch (error) {
  process.stderr.write(`The preparation did not finish: ${error.message}.\n`)
  process.exitCode = 1
}

/** Does nothing where what is installed came from this very lockfile, for this kind of machine. */
function install(folder) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'))
  const wanted = `${process.platform}-${process.arch} ${createHash('sha256').update(lockfile).digest('hex')}`
  // `npm ci` begins by removing node_modules and this stamp with it, so one that was interrupted is made again.
  const stamp = join(folder, 'node_modules', '.installed-from')
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isDone()) return
  alone(folder, () => {
    if (isDone()) return
    npmCi(folder)
    writeFileSync(stamp, wanted)
  })
}

/** Does nothing where there is no dashboard, or where what is built came from these very sources. */
function build(folder) {
  const dashboard = join(folder, 'dashboard')
  if (!existsSync(join(dashboard, 'index.html'))) return
  const hash = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')))
  for (const file of sourcesIn(dashboard)) hash.update(file).update(readFileSync(file))
  const wanted = hash.digest('hex')
  // A build begins by emptying its folder and this stamp with it.
  const stamp = join(dashboard, 'dist', '.built-from')
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isDone()) return
  alone(dashboard, () => {
    if (isDone()) return
    process.stderr.write('Building the dashboard (whenever its sources change)…\n')
    runNpm(folder, ['run', '--silent', 'build'])
    writeFileSync(stamp, wanted)
  })
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && !name.startsWith('.'))
    .flatMap(item => (item.isDirectory() ? sourcesIn(join(folder, item.name)) : [join(folder, item.name)]))
    .sort()
}

/** `npm start` beside `npm test` must not pull each other's packages away: the second waits, and finds the work done. */
function alone(folder, work) {
  const mark = join(folder, '.installing')
  while (!takes(mark)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  try {
    work()
  } finally {
    rmSync(mark, { force: true })
  }
}

function takes(mark) {
  try {
    writeFileSync(mark, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isLeftBehind(mark)) rmSync(mark, { force: true })
    return false
  }
}

function isLeftBehind(mark) {
  try {
    if (Date.now() - statSync(mark).mtimeMs > STALE_MS) return true
    const pid = Number(readFileSync(mark, 'utf8'))
    // An empty mark is one that is being written.
    return pid > 0 && !process.kill(pid, 0)
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function npmCi(folder) {
  process.stderr.write('Installing what the lockfile names (once, and whenever it changes)…\n')
  // Left out otherwise: the pinned Node is an optional package, and NODE_ENV=production leaves out what the tests need.
  runNpm(folder, ['ci', '--include=optional', '--include=dev', '--no-audit', '--no-fund'])
}

function runNpm(folder, args) {
  const [command, first] = npm()
  const { status, error } = spawnSync(command, [...first, ...args], { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(error?.message ?? 'see what npm says above')
}

/** The npm that runs us, by its own Node: ours may lie in the node_modules that is about to be removed. */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script && basename(script) === 'npm-cli.js') return [node ?? process.execPath, [script]]
  return ['npm', []]
}
