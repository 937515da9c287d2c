import { dirname } from 'node:path'
import type { DatabaseLocation } from '#platform/db/open.ts'
import { aCommandLine, type CommandLine, type RunningCommand } from '../command-line.ts'
import { freePort } from '../postgres.ts'
import { until } from '../until.ts'

const KEY = `fire:${Buffer.alloc(32, 9).toString('base64')}`

export const commandLineAt = (location: DatabaseLocation): CommandLine =>
  aCommandLine({
    TIDINGS_ENCRYPTION_KEY: KEY,
    TIDINGS_LOG_LEVEL: 'error',
    ...(location.engine === 'sqlite'
      ? { TIDINGS_DATA: dirname(location.file) }
      : { DATABASE_URL: location.url }),
  })

/** A process of the service that may be killed at any time, and comes up again. */
export interface ServerProcess {
  /** The address of the process; null for a worker. */
  port: number | null
  /** Resolves once the process is up, which is at once unless it was just killed. */
  up(): Promise<unknown>
  /** Whether the process ended without being killed. */
  crashed(): boolean
  /** Kills the process and starts it anew. Resolves when it is up again. */
  killAndRestart(): Promise<void>
  /** Suspends the process, without its knowledge, until the promise resolves. */
  freeze(until: Promise<unknown>): Promise<void>
  stop(): void
}

/** Starts a part of the service: `serve`, `web` or `worker`. */
export async function startPart(cli: CommandLine, part: string): Promise<ServerProcess> {
  if (part === 'worker') return startWorker(() => cli.start(part))
  const port = await freePort()
  return startProcess(() => cli.start(part, '--port', String(port)), 'listens on', port)
}

export const startWorker = (start: () => RunningCommand): Promise<ServerProcess> =>
  startProcess(start, 'worker is running', null)

async function startProcess(
  start: () => RunningCommand,
  ready: string,
  port: number | null,
): Promise<ServerProcess> {
  let running = start()
  let isAlone = false
  let up: Promise<unknown> = Promise.resolve()
  await running.waitFor(ready)
  return {
    port,
    up: () => up,
    crashed: () => !isAlone && running.process.exitCode !== null,
    async killAndRestart() {
      isAlone = true
      const { promise, resolve } = Promise.withResolvers<void>()
      up = promise
      running.process.kill('SIGKILL')
      await running.ended
      running = await restart(start, ready)
      isAlone = false
      resolve()
    },
    async freeze(until) {
      running.process.kill('SIGSTOP')
      await until
      running.process.kill('SIGCONT')
    },
    stop: () => running.process.kill('SIGKILL'),
  }
}

/** Starts a process again and again until it is up, as a supervisor does: without its database it ends. */
async function restart(start: () => RunningCommand, ready: string): Promise<RunningCommand> {
  return until(async () => {
    const running = start()
    const isUp = running.waitFor(ready).then(
      () => true,
      () => false,
    )
    return (await isUp) && running
  }, 'the start of a process')
}
