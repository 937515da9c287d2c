import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLocation } from '#platform/db/open.ts'
import { aCommandLine, type CommandLine, type RunningCommand } from './command-line.ts'
import { freePort } from './postgres.ts'

/** Where the data is; of the embedded database also the folder that holds it. */
export type DataLocation = DatabaseLocation & { folder?: string }

const KEY = `fire:${Buffer.alloc(32, 9).toString('base64')}`

export const commandLineAt = (location: DataLocation): CommandLine =>
  aCommandLine({
    TIDINGS_ENCRYPTION_KEY: KEY,
    TIDINGS_LOG_LEVEL: 'error',
    ...(location.engine === 'sqlite'
      ? { TIDINGS_DATA: location.folder ?? '' }
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
  /** It does nothing at all until it is woken, and knows nothing of that. */
  pause(): void
  resume(): void
  stop(): void
}

/** Starts these parts: `serve`, `web`, `worker`. */
export const startProcesses = (cli: CommandLine, parts: readonly string[]): Promise<ServerProcess[]> =>
  Promise.all(parts.map(part => startProcess(cli, part)))

async function startProcess(cli: CommandLine, part: string): Promise<ServerProcess> {
  const port = part === 'worker' ? null : await freePort()
  const words = port === null ? [part] : [part, '--port', String(port)]
  const ready = port === null ? 'worker is running' : 'listens on'
  let running: RunningCommand = cli.start(...words)
  let isAlone = false
  await running.waitFor(ready)
  return {
    port,
    crashed: () => !isAlone && running.process.exitCode !== null,
    async killAndRestart() {
      isAlone = true
      running.process.kill('SIGKILL')
      await running.ended
      running = await restart(cli, words, ready)
      isAlone = false
    },
    pause: () => running.process.kill('SIGSTOP'),
    resume: () => running.process.kill('SIGCONT'),
    stop: () => running.process.kill('SIGKILL'),
  }
}

/** As a supervisor does: without its database it does not come up, and is started again until it does. */
async function restart(cli: CommandLine, words: readonly string[], ready: string): Promise<RunningCommand> {
  for (;;) {
    const running = cli.start(...words)
    const isUp = await running.waitFor(ready).then(
      () => true,
      () => false,
    )
    if (isUp) return running
    await sleep(500)
  }
}
