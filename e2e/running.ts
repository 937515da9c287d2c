import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TIDINGS } from '../bench/processes.ts'
import { readConfig } from '../src/app/config/config.ts'
import { openService } from '../src/app/open.ts'
import type { Service } from '../src/app/service.ts'
import { aCommandLine } from '../testing/command-line.ts'
import { freePort } from '../testing/postgres.ts'
import { until } from '../testing/until.ts'
import { aFolder, type Lifetime } from './checkout.ts'

/** Tidings as an operator runs it, with the links that it writes for them. */
export interface RunningTidings {
  baseUrl: string
  port: number
  /** Waits for a link to this page to be written, and gives the newest. */
  link(page: string): Promise<string>
  /** What the server printed since its start. */
  printed(): string
  /** Forgets the links written so far. */
  forget(): void
  /** The server's database, opened by this process. */
  service(): Promise<Service>
  /** Kills the server, as a crash would. */
  kill(): Promise<void>
  /** Starts the server that was killed, at the same address. */
  startAgain(): Promise<void>
  /** Runs another command beside the server and gives what the command printed. */
  command(...words: string[]): Promise<string>
}

/**
 * Starts the server of the checkout, or of an installation: a Node and the file that it runs. Commands of the checkout run inside this
 * process, since starting one takes ten times as long as most of them.
 */
export async function runTidings(
  context: Lifetime,
  more: Record<string, string> = {},
  installation?: [node: string, file: string],
): Promise<RunningTidings> {
  const [node, file] = installation ?? [process.execPath, TIDINGS]
  const port = Number(more.PORT ?? (await freePort()))
  const baseUrl = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH ?? '',
    TIDINGS_DATA: join(aFolder(context), 'data'),
    TIDINGS_LOG_LEVEL: 'error',
    PORT: String(port),
    ...more,
  }
  let printed = ''
  const start = () => {
    const started = spawn(node, [file, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    printed = ''
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', data => {
        printed += String(data)
      })
    }
    return started
  }
  let server = start()
  context.after(async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  })
  const untilPrinted = <T>(look: () => T): ReturnType<typeof until<T>> =>
    until(look, 'what is to be printed').catch(error => {
      throw new Error(`Printed was: ${printed}`, { cause: error })
    })
  // Standard output is no terminal here, so links go to a file.
  const linksFile = () => {
    const file = join(env.TIDINGS_DATA, 'links.txt')
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  let forgotten = 0
  const links = () => linksFile().slice(forgotten)
  const listens = () => untilPrinted(() => printed.includes('listens on'))
  await listens()
  return {
    baseUrl,
    port,
    link: page =>
      untilPrinted(() => [...links().matchAll(new RegExp(`http\\S+/app/${page}#[\\w-]+`, 'g'))].at(-1)?.[0]),
    printed: () => printed,
    forget: () => {
      forgotten = linksFile().length
    },
    async kill() {
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
    async startAgain() {
      server = start()
      await listens()
    },
    async service() {
      const config = readConfig(
        { TIDINGS_DATA: env.TIDINGS_DATA, TIDINGS_BASE_URL: baseUrl },
        '/nowhere',
        () => '',
      )
      const service = await openService(config, () => {}, { migrate: false })
      context.after(() => service.close())
      return service
    },
    command: installation
      ? (...words) => outcomeOf(words, spawn(node, [file, ...words], { env, stdio: COMMAND_STREAMS }))
      : commandsInside(context, env),
  }
}

function commandsInside(context: Lifetime, env: Record<string, string>): RunningTidings['command'] {
  const cli = aCommandLine(env)
  context.after(() => cli.remove())
  return async (...words) => {
    const { code, out, err } = await cli.run(...words)
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${err}`)
    return out
  }
}

const COMMAND_STREAMS = ['ignore', 'pipe', 'inherit'] satisfies StdioOptions

async function outcomeOf(words: string[], child: ChildProcess): Promise<string> {
  const parts: string[] = []
  child.stdout?.on('data', data => parts.push(String(data)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return parts.join('')
}
