// Brings a fresh or stale checkout up to date before `npm start` and `npm test`: installs from the lockfile when it has
// changed since the last installation. Runs on any Node from 18 on and needs nothing installed. Usage: prepare.mjs [folder]
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Runs `npm ci` in the folder unless what is installed came from this very lockfile. */
function install(folder) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const stamp = join(folder, 'node_modules', '.installed-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write('Installing what the lockfile names (once, and whenever it changes)…\n')
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const { status, error } = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) {
    process.stderr.write(`The installation did not finish: ${error?.message ?? 'see what npm says above'}.\n`)
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

install(root)
if (process.argv[2]) install(join(root, process.argv[2]))
