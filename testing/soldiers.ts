import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLocation } from '#platform/db/open.ts'
import { aDesk, type Desk, type Running } from './command-line.ts'
import { freePort } from './postgres.ts'

/** Where the data is; of the embedded database also the folder that holds it. */
export type FieldLocation = DatabaseLocation & { folder?: string }

const KEY = `fire:${Buffer.alloc(32, 9).toString('base64')}`

export const deskAt = (location: FieldLocation): Desk =>
  aDesk({
    TIDINGS_ENCRYPTION_KEY: KEY,
    TIDINGS_LOG_LEVEL: 'error',
    ...(location.engine === 'sqlite'
      ? { TIDINGS_DATA: location.folder ?? '' }
      : { DATABASE_URL: location.url }),
  })

/** A process of the service that may be killed at any time, and comes up again. */
export interface Soldier {
  /** Null for a worker. */
  port: number | null
  /** It ended without being killed. */
  fellByItself(): boolean
  /** Resolves when it is up again. */
  kill(): Promise<void>
  /** It does nothing at all until it is woken, and knows nothing of that. */
  freeze(): void
  wake(): void
  dismiss(): void
}

/** Starts these parts: `serve`, `web`, `worker`. */
export const muster = (desk: Desk, parts: readonly string[]): Promise<Soldier[]> =>
  Promise.all(parts.map(part => enlist(desk, part)))

async function enlist(desk: Desk, part: string): Promise<Soldier> {
  const port = part === 'worker' ? null : await freePort()
  const words = port === null ? [part] : [part, '--port', String(port)]
  const ready = port === null ? 'worker is running' : 'listens on'
  let running: Running = desk.start(...words)
  let isAlone = false
  await running.says(ready)
  return {
    port,
    fellByItself: () => !isAlone && running.process.exitCode !== null,
    async kill() {
      isAlone = true
      running.process.kill('SIGKILL')
      await running.ended
      running = await raise(desk, words, ready)
      isAlone = false
    },
    freeze: () => running.process.kill('SIGSTOP'),
    wake: () => running.process.kill('SIGCONT'),
    dismiss: () => running.process.kill('SIGKILL'),
  }
}

/** As a supervisor does: without its database it does not come up, and is started again until it does. */
async function raise(desk: Desk, words: readonly string[], ready: string): Promise<Running> {
  for (;;) {
    const running = desk.start(...words)
    const isUp = await running.says(ready).then(
      () => true,
      () => false,
    )
    if (isUp) return running
    await sleep(500)
  }
}
