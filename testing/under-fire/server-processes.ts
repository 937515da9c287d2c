import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLocation } from '#platform/db/open.ts'
import { aCommandLine, type CommandLine, type RunningCommand } from '../command-line.ts'
import { freePort } from '../postgres.ts'

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
  /** Null for a worker. */
  port: number | null
  /** It ended without being killed. */
  crashed(): boolean
  /** Resolves when it is up again. */
  killAndRestart(): Promise<void>
  /** It does nothing at all for so long, and knows nothing of that. */
  freeze(milliseconds: number): Promise<void>
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
  await running.waitFor(ready)
  return {
    port,
    crashed: () => !isAlone && running.process.exitCode !== null,
    async killAndRestart() {
      isAlone = true
      running.process.kill('SIGKILL')
      await running.ended
      running = await restart(start, ready)
      isAlone = false
    },
    async freeze(milliseconds) {
      running.process.kill('SIGSTOP')
      await sleep(milliseconds)
      running.process.kill('SIGCONT')
    },
    stop: () => running.process.kill('SIGKILL'),
  }
}

/** As a supervisor does: without its database it does not come up, and is started again until it does. */
async function restart(start: () => RunningCommand, ready: string): Promise<RunningCommand> {
  for (;;) {
    const running = start()
    const isUp = await running.waitFor(ready).then(
      () => true,
      () => false,
    )
    if (isUp) return running
    await sleep(500)
  }
}
