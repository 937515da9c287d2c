import { once } from 'node:events'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '#platform/errors.ts'
import { appendToPrivateFile } from '#platform/private-files.ts'
import type { CommandContext } from './command.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))

/** Why a command ended before its work was done. Libraries know it for an abort by its name. */
export class Stopped extends Error {
  override name = 'AbortError'
  /** As a shell gives it for a program that the signal ended. */
  readonly exitCode: number

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(`stopped by ${signal}`)
    this.exitCode = 128 + constants.signals[signal]
  }
}

/** What stopped the work that failed so, told by itself or by the library that was at it; null where it was something else. */
export function stopIn(error: unknown): Stopped | null {
  if (error instanceof Stopped) return error
  return error instanceof Error && error.cause !== undefined ? stopIn(error.cause) : null
}

/** What the work comes to; rejects as soon as the command is stopped. The work itself goes on until the process ends. */
export async function unlessStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The context of a real process. Once nobody reads our output any more (`| head`), we end quietly. */
export function processContext(process: NodeJS.Process): CommandContext {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Stopped(signal)))
  process.stdout.on('error', error => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    env: process.env,
    directory: process.cwd(),
    checkout: CHECKOUT,
    stdin: process.stdin,
    async out(text) {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain')
    },
    err: text => void process.stderr.write(text),
    json: false,
    isTerminal: process.stdout.isTTY === true,
    colour: process.stdout.isTTY && process.stdout.hasColors(),
    live: process.stderr.isTTY,
    signal: stop.signal,
  }
}

/** Shows how far long work is: one line that redraws itself on a terminal, nothing elsewhere. */
export function progress(
  context: Pick<CommandContext, 'err' | 'live'>,
  unit: string,
): { at(done: number, total?: number | null): void; end(): void } {
  let last = 0
  return {
    at(done, total) {
      const now = performance.now()
      if (!context.live || now - last < 100) return
      last = now
      context.err(`\r\u001b[K${total ? bar(done / total) : ''}${done.toLocaleString('en')} ${unit}`)
    },
    end() {
      if (context.live && last > 0) context.err('\r\u001b[K')
    },
  }
}

const WIDTH = 24

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * WIDTH)
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %  `
}

const NAME = 'links.txt'
const MOST_BYTES = 256 * 1024

/**
 * Shows the operator what lets its reader in, such as a sign-in link: on the terminal; where standard output is no terminal but
 * collected by something else, in a file in the data directory that only its owner can read, whose path is printed.
 */
export function privateTerminal(
  { isTerminal, err }: Pick<CommandContext, 'isTerminal' | 'err'>,
  dataDirectory: string,
): (text: string) => void {
  if (isTerminal) return err
  const file = join(dataDirectory, NAME)
  return text => {
    try {
      appendToPrivateFile(file, `${new Date().toISOString()}\n${text.trim()}\n\n`, MOST_BYTES)
      err(`A link that signs somebody in was added to ${file}, which only you can read.\n`)
    } catch (error) {
      err(`A link that signs somebody in could not be written to ${file}: ${messageOf(error)}.\n`)
    }
  }
}
