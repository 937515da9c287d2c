import { once } from 'node:events'
import { constants } from 'node:os'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { causesOf, messageOf } from '#platform/errors.ts'
import { appendToPrivateFile } from '#platform/private-files.ts'
import type { CommandContext } from './command.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))
/** Whether Tidings runs from an installed package; files stored inside it are lost when it is updated. */
const IS_INSTALLED = CHECKOUT.split(sep).includes('node_modules')

/** The abort reason when a signal stops the command. Libraries recognise an abort by its name. */
class Stopped extends Error {
  override name = 'AbortError'
  /** The exit code that shells use for a program ended by the signal. */
  readonly exitCode: number

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(`stopped by ${signal}`)
    this.exitCode = 128 + constants.signals[signal]
  }
}

/** The signal that caused the error, directly or as its cause; null for any other error. */
export const stopIn = (error: unknown): Stopped | null =>
  causesOf(error).find(cause => cause instanceof Stopped) ?? null

/** The context of the running process. Exits quietly when the reader of its output is gone (`| head`). */
export function processContext(process: NodeJS.Process): CommandContext {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      const stopped = new Stopped(signal)
      stop.abort(stopped)
      process.stdin.destroy(stopped)
    })
  // An error of standard input is reported by the code that reads it.
  process.stdin.on('error', () => {})
  process.stdout.on('error', error => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0)
    throw error
  })
  // Nobody reads the progress messages any more, but the work continues.
  process.stderr.on('error', error => {
    if (!('code' in error && error.code === 'EPIPE')) throw error
  })
  return {
    env: process.env,
    directory: process.cwd(),
    checkout: IS_INSTALLED ? process.cwd() : CHECKOUT,
    stdin: process.stdin,
    async out(text) {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain')
    },
    err: text => void process.stderr.write(text),
    json: false,
    isTerminal: process.stdout.isTTY === true,
    colour: process.stdout.isTTY && process.stdout.hasColors(),
    columns: process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
    live: process.stderr.isTTY,
    signal: stop.signal,
  }
}

/** A progress line that redraws itself on a terminal; prints nothing elsewhere. */
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

const LINKS_FILE = 'links.txt'
const MAX_LINKS_BYTES = 256 * 1024

/**
 * Shows the operator a private text, such as a sign-in link. It is printed if stdout is a terminal. Otherwise
 * stdout may end up in a log, so the text is appended to a file in the data directory that only its owner can
 * read, and the path of the file is printed. `what` describes the text in that message.
 */
export function privateTerminal(
  { isTerminal, err }: Pick<CommandContext, 'isTerminal' | 'err'>,
  dataDirectory: string,
): (text: string, what: string) => void {
  if (isTerminal) return text => err(text)
  const file = join(dataDirectory, LINKS_FILE)
  return (text, what) => {
    try {
      appendToPrivateFile(file, `${new Date().toISOString()}\n${text.trim()}\n\n`, MAX_LINKS_BYTES)
      err(`${what} was added to ${file}, which only you can read.\n`)
    } catch (error) {
      err(`${what} could not be written to ${file}: ${messageOf(error)}.\n`)
    }
  }
}
