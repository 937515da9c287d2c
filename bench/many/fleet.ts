import type { ChildProcess } from 'node:child_process'
import { aCommandLine, type CommandLine, type RunningCommand } from '#testing/command-line.ts'
import { freePort, type PostgresServer, startPostgres } from '#testing/postgres.ts'
import { KEY } from '../servers.ts'
import { type RoundRobin, roundRobin } from './proxy.ts'

const MANY = 3
export const PASSWORD = 'correct horse battery'
/** Requests a minute that each web process allows with one token. */
export const REQUESTS_PER_MINUTE = 30

/** One process of the installation. */
class Part {
  readonly port: number
  readonly #start: () => RunningCommand
  #running: RunningCommand
  readonly #ready: string

  constructor(cli: CommandLine, command: 'web' | 'worker', port: number) {
    this.port = port
    this.#ready = command === 'web' ? 'listens on' : 'worker is running'
    this.#start = () => cli.start(command, ...(command === 'web' ? ['--port', String(port)] : []))
    this.#running = this.#start()
  }

  async ready(): Promise<void> {
    await this.#running.waitFor(this.#ready)
  }

  /** Kills the process as a crash would, and starts it again. */
  async kill(): Promise<void> {
    this.#running.process.kill('SIGKILL')
    await this.#running.ended
    await this.start()
  }

  async start(): Promise<void> {
    this.#running = this.#start()
    await this.ready()
  }

  /** Ends the process with SIGTERM; gives how long that took in milliseconds, and the exit code. */
  async terminate(): Promise<{ tookMs: number; code: number }> {
    return terminated(this.#running)
  }
}

export async function terminated({
  process,
  ended,
}: { process: ChildProcess } & Pick<RunningCommand, 'ended'>) {
  const begun = performance.now()
  process.kill('SIGTERM')
  const { code } = await ended
  return { tookMs: performance.now() - begun, code }
}

/** An installation of three web and three worker processes on one PostgreSQL, behind a proxy. */
export interface Fleet extends AsyncDisposable {
  postgres: PostgresServer
  cli: CommandLine
  proxy: RoundRobin
  webs: Part[]
  workers: Part[]
  /** The public address of the installation, which is that of the proxy. */
  baseUrl: string
  /** The public id of the account. */
  account: string
  source: { url: string; secret: string }
}

export async function startFleet(): Promise<Fleet> {
  const postgres = await startPostgres()
  const proxy = await roundRobin()
  const baseUrl = proxy.address
  const cli = aCommandLine({
    DATABASE_URL: postgres.url,
    TIDINGS_ENCRYPTION_KEY: KEY,
    TIDINGS_BASE_URL: baseUrl,
    TIDINGS_TRUSTED_PROXIES: '127.0.0.1',
    TIDINGS_LOG_LEVEL: 'error',
    TIDINGS_REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
  })
  const webs: Part[] = []
  const workers: Part[] = []
  const stop = async () => {
    cli.remove()
    await proxy[Symbol.asyncDispose]()
    await postgres.stop()
  }
  try {
    for (let n = 0; n < MANY; n++) {
      webs.push(new Part(cli, 'web', await freePort()))
      workers.push(new Part(cli, 'worker', 0))
    }
    await Promise.all([...webs, ...workers].map(part => part.ready()))
    proxy.use(webs.map(({ port }) => port))
    return {
      ...{ postgres, cli, proxy, webs, workers, baseUrl },
      ...(await furnish(cli)),
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates an account with a page, an owner and a source of merges. */
async function furnish(cli: CommandLine) {
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  await cli.json('account', 'page', '--account', account, '--on')
  const source = await cli.json('source', 'create', 'github', '--account', account, '--repo', 'acme/app')
  cli.stdin = inputOf(`${PASSWORD}\n`)
  await cli.json('user', 'create', '--email', OWNER, '--account', account, '--role', 'owner')
  return { account, source }
}

export const OWNER = 'ada@example.com'

async function* inputOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
