// Brings a fresh or stale checkout up to date before `npm start` and `npm test`: installs from the lockfile when it has
// changed since the last installation, and builds the dashboard when its sources have changed since the last build. Runs on any Node from 18 on and needs nothing installed.
// Usage: prepare.mjs [folder…], as seen from the checkout; the checkout itself where none is named.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** Longer than any installation takes. An older mark was left by a process that has ended, even if another now has its number. */
const STALE_MS = 15 * 60_000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const named = process.argv.slice(2)
try {
  for (const folder of named.length > 0 ? named : ['.']) {
    await install(resolve(checkout, folder))
    await build(resolve(checkout, folder))
  }
} catch (error) {
  process.stderr.write(`The preparation did not finish: ${error.message}.\n`)
  process.exitCode = 1
}

/** Installs the packages, unless those installed came from this same lockfile and for this kind of machine. */
async function install(folder) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'))
  const wanted = `${process.platform}-${process.arch} ${createHash('sha256').update(lockfile).digest('hex')}`
  // `npm ci` begins by removing node_modules and this stamp with it, so one that was interrupted is made again.
  const stamp = join(folder, 'node_modules', '.installed-from')
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isDone()) return
  await alone(folder, async () => {
    if (isDone()) return
    await npmCi(folder)
    writeFileSync(stamp, wanted)
  })
}

/** Builds the dashboard, unless there is none or the last build came from these same sources. */
async function build(folder) {
  const dashboard = join(folder, 'dashboard')
  if (!existsSync(join(dashboard, 'index.html'))) return
  const hash = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')))
  for (const file of sourcesIn(dashboard)) hash.update(file).update(readFileSync(file))
  const wanted = hash.digest('hex')
  // A build begins by emptying its folder and this stamp with it.
  const stamp = join(dashboard, 'dist', '.built-from')
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isDone()) return
  await alone(dashboard, async () => {
    if (isDone()) return
    await runNpm(folder, ['run', '--silent', 'build'], 'Building the dashboard (whenever its sources change)')
    writeFileSync(stamp, wanted)
  })
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && !name.startsWith('.'))
    .flatMap(item => (item.isDirectory() ? sourcesIn(join(folder, item.name)) : [join(folder, item.name)]))
    .sort()
}

/** Does the work in one process at a time, so that `npm start` and `npm test` do not remove each other's packages: the second waits. */
async function alone(folder, work) {
  const mark = join(folder, '.installing')
  while (!takes(mark)) await sleep(200)
  try {
    await work()
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

/** Includes optional packages, since the pinned Node is one, and those for development, which NODE_ENV=production would leave out. */
async function npmCi(folder) {
  const args = ['ci', '--include=optional', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  await runNpm(folder, args, 'Installing the packages (once, and whenever the lockfile changes)')
}

/** Runs npm and says so in one line. The output of npm is shown only when it fails, and then in full. */
async function runNpm(folder, args, doing) {
  const [command, first] = npm()
  const child = spawn(command, [...first, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const forward = signal => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  const progress = startProgress(doing)
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => output.push(data))
  const failure = await new Promise(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('close', (status, signal) => resolve(status === 0 ? null : `npm ended with ${signal ?? status}`))
  })
  progress.end()
  for (const signal of SIGNALS) process.off(signal, forward)
  if (failure === null) return
  process.stderr.write(Buffer.concat(output))
  throw new Error(failure)
}

/** Prints one line of progress, which counts the seconds on a terminal. */
function startProgress(doing) {
  if (!process.stderr.isTTY) {
    process.stderr.write(`${doing}…\n`)
    return { end() {} }
  }
  const start = Date.now()
  const draw = () => process.stderr.write(`\r\u001b[K${doing}… ${Math.round((Date.now() - start) / 1000)} s`)
  draw()
  const timer = setInterval(draw, 1000)
  return {
    end() {
      clearInterval(timer)
      draw()
      process.stderr.write('\n')
    },
  }
}

/** The npm that runs this script, with npm's own Node: this script's may lie in the node_modules that is about to be removed. */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script && basename(script) === 'npm-cli.js') return [node ?? process.execPath, [script]]
  return ['npm', []]
}
